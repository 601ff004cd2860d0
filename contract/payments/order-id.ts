/** Order IDs: the pattern and length of `idEntity` (interface: Events), since an ID must come back in callbacks. */
export const orderIdPattern = /^[A-Za-z0-9_-]{1,250}$/;
