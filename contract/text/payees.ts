import type { ReleaseSummary } from '../batches/batch.ts';
import { moneyText } from './numbers.ts';
import { oneLine } from './one-line.ts';

const longestName = 40;

/** Whom a release pays, line by line: how many payees, how many of them were never paid before, and the largest with their accounts. */
export function payeeLines({ count, newOrChanged, largest }: ReleaseSummary['payees']): string[] {
  const news =
    newOrChanged === 0
      ? 'none new, no changed bank details'
      : `${newOrChanged} new or with changed bank details`;
  return [
    `Payees: ${count}, ${news}`,
    'Largest payees:',
    ...largest.map(({ accountName, account, amount, currencyCode, isNew }) => {
      const who = [oneLine(accountName, longestName), oneLine(account, longestName)].filter(
        (text) => text !== '',
      );
      return `    ${moneyText({ amount, currencyCode })} to ${who.join(', ')}${isNew ? ' (NEW OR CHANGED)' : ''}`;
    }),
  ];
}
