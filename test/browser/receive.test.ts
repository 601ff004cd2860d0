import './receive/receive.ts';
import './receive/links.ts';
import './receive/reference.ts';

// What comes in, and the codes that its forms offer. All share the page that the first opens; the last ends the gateway.
