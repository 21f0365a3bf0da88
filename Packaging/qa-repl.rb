class QaRepl < Formula
  desc "Quiz program for the terminal, in English and Japanese"
  homepage "@ADDRESS@"
  url "@ADDRESS@/qa-repl-@VERSION@.tar.xz"
  sha256 "@SHA256@"

  # Swift 6.3 or newer.
  uses_from_macos "swift" => :build

  def install
    # Homebrew has a sandbox of its own.
    system "make", "install", "PREFIX=#{prefix}", "COMMIT=@COMMIT@", "SWIFTFLAGS=--disable-sandbox"
  end

  test do
    assert_match "qa-repl @VERSION@", shell_output("#{bin}/qa-repl --version")
    commands = ["-c", "quiz --count 1 --deck \"First Steps\"", "-c", "3", "-c", "result"]
    assert_match "1 of 1 right", pipe_output([bin/"qa-repl", "--memory", *commands].shelljoin)
  end
end
