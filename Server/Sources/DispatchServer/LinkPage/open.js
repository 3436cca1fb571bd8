// The token of the link leaves the address and the history; the page has what it needs of it.
'use strict';
history.replaceState(null, '', location.pathname);
