/// The abbreviated hash of the commit that was built; empty if it is not known.
const char *oobqr_commit(void);
