import * as fc from 'fast-check';

/** Positive amounts of up to 18 digits before and 18 after the point, as they may stand in JSON. */
export const amounts = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
    fc.option(fc.stringMatching(/^\d{1,18}$/), { nil: null }),
  )
  .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`))
  .filter((text) => /[1-9]/.test(text));
