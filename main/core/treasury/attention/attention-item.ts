/** An attention item names no payment and no currency unless it says so. */
export const nothingNamed = { payment: null, currencyCode: null } as const;
