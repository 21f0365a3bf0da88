#include "BuildCommit.h"

#ifndef QA_REPL_COMMIT
#define QA_REPL_COMMIT ""
#endif

const char *qa_repl_commit(void) { return QA_REPL_COMMIT; }
