#include "CRelease.h"

// `git archive` puts the hash in place of the words between the dollar signs (.gitattributes).
static const char archived[] = "$Format:%H$";

const char *oobqr_commit(void) {
#ifdef OOBQR_COMMIT
  return OOBQR_COMMIT;
#else
  return archived[0] == '$' ? "" : archived;
#endif
}
