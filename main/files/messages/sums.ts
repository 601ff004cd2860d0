import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  zeroDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import type { FaultAt } from '../../../contract/errors.ts';

/** An amount as XML may write it (`+05.`), as a plain decimal if it is one. */
export function plainXmlDecimal(text: string): string {
  const match = /^\+?(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null || text.length > 100) return text;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return text;
  const units = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? units : `${units}.${fraction}`;
}

/** The actual transactions of a message or a group, to compare with its own statements. */
export class Sums {
  transactions = 0;
  #total: Decimal = zeroDecimal;

  add(amount: Decimal): void {
    this.transactions += 1;
    this.#total = addDecimals(this.#total, amount);
  }

  total(): string {
    return formatDecimal(this.#total);
  }

  /** Wrong `NbOfTxs` and `CtrlSum`; an empty text means that the file has none. */
  problems(where: string, said: { readonly transactions: string; readonly controlSum: string }): FaultAt[] {
    const problems: FaultAt[] = [];
    const count = parseDecimal(plainXmlDecimal(said.transactions));
    const held = { digits: BigInt(this.transactions), scale: 0 };
    if (said.transactions !== '' && (count === null || compareDecimals(count, held) !== 0))
      problems.push({
        field: `${where}/NbOfTxs`,
        value: said.transactions.slice(0, 120),
        fault: {
          code: 'messageCount',
          where,
          said: said.transactions.slice(0, 120),
          found: this.transactions,
        },
      });
    const sum = parseDecimal(plainXmlDecimal(said.controlSum));
    if (said.controlSum !== '' && (sum === null || compareDecimals(sum, this.#total) !== 0))
      problems.push({
        field: `${where}/CtrlSum`,
        value: said.controlSum.slice(0, 120),
        fault: {
          code: 'messageSum',
          where,
          said: said.controlSum.slice(0, 120),
          found: this.total(),
        },
      });
    return problems;
  }
}
