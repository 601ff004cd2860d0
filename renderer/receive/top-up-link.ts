/** The form of a top-up with this currency filled in, and the amount if named; for the window's profile if none is. */
export function topUpLink(
  currencyCode: string,
  amount: string | null = null,
  profileName: string | null = null,
): string {
  const query = new URLSearchParams({ currency: currencyCode });
  if (amount !== null) query.set('amount', amount);
  if (profileName !== null) query.set('of', profileName);
  return `/receive/topup/new?${query}`;
}

/** The list of a currency's top-ups in progress. */
export function topUpsOnTheirWayLink(currencyCode: string, states: readonly string[]): string {
  const query = new URLSearchParams({ kind: 'topup', currency: currencyCode });
  for (const state of states) query.append('state', state);
  return `/receive?${query}`;
}
