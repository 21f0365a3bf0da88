{ pkgs ? import <nixpkgs> { }
, # Swift 6.3 or newer, with its package manager and the tools that it needs.
  toolchain ? [ pkgs.swift pkgs.swiftpm pkgs.swiftPackages.Foundation pkgs.swiftPackages.Dispatch ]
}:

assert pkgs.lib.assertMsg
  (pkgs.lib.versionAtLeast (builtins.head toolchain).version "6.3")
  "qa-repl needs Swift 6.3 or newer";

pkgs.swiftPackages.stdenv.mkDerivation {
  pname = "qa-repl";
  version = "@VERSION@";

  src = pkgs.fetchurl {
    url = "@ADDRESS@/qa-repl-@VERSION@.tar.xz";
    sha256 = "@SHA256@";
  };

  nativeBuildInputs = toolchain ++ [ pkgs.gnumake ];

  # Nix has its own sandbox, and links shared libraries.
  makeFlags = [ "COMMIT=@COMMIT@" "SWIFTFLAGS=--disable-sandbox" "LINKING=" ];
  buildFlags = [ "release" ];
  installFlags = [ "PREFIX=$(out)" ];

  meta = {
    description = "Quiz program for the terminal, in English and Japanese";
    homepage = "@ADDRESS@";
    mainProgram = "qa-repl";
    platforms = pkgs.lib.platforms.linux ++ pkgs.lib.platforms.darwin;
  };
}
