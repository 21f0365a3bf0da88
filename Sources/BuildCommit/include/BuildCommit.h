#pragma once

/// The commit of which the program was built, with ", dirty" behind it where the sources differ from
/// it; empty where the build was not told. `QA_REPL_COMMIT` tells it to Package.swift.
const char *qa_repl_commit(void);
