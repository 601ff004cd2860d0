import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SheetCells } from '../../contract/batches/sheet.ts';
import type { AppError } from '../../contract/errors.ts';
import { inWords } from '../../contract/text/complaint.ts';
import type { PayoutRow } from '../../contract/payments/payment.ts';
import type { Result } from '../../contract/result.ts';
import type { Clock, PayoutFile, SheetAnswers } from '../../main/core/ports/index.ts';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../main/files/index.ts';

export const clock: Clock = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  turn: () => turnOfLoop(),
};

export const files = createFiles({ clock });
/** The answers of a person who was asked nothing. */
export const noAnswers: SheetAnswers = {
  columns: null,
  decimalSign: null,
  remembered: () => null,
  codes: noRules.codes,
};

/** The rows of a workbook as a sheet has them; it must be readable without questions. */
export async function sheetRows(workbook: Uint8Array): Promise<SheetCells[]> {
  const result = await files.readSheet(workbook, 'payouts.xlsx', noAnswers, () => undefined);
  if (!result.ok) throw new Error(result.error.message);
  if (result.value.kind !== 'rows') throw new Error(result.value.kind);
  return result.value.rows;
}

/** Reads text (as UTF-8) or bytes as a file of payouts. */
export function read(content: string | Uint8Array, rules = noRules): Promise<Result<PayoutFile>> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return files.readPayoutRows(bytes, 'payouts.csv', () => undefined, rules);
}

/** The file, which must be readable. */
export async function accepted(content: string | Uint8Array): Promise<PayoutFile> {
  const result = await read(content);
  if (!result.ok) expect.fail(`${result.error.message} ${JSON.stringify(result.error.details.problems)}`);
  return result.value;
}

/** The error, which there must be, with its problems in words. */
export async function refused(
  content: string | Uint8Array,
): Promise<AppError & { problems: ReturnType<typeof inWords>[] }> {
  const result = await read(content);
  if (result.ok) expect.fail(`read ${result.value.rows.length} rows`);
  return { ...result.error, problems: (result.error.details.problems ?? []).map(inWords) };
}

/** A file of these amounts, all in one currency, delimited by semicolons. */
export function fileOfAmounts(amounts: readonly string[], currencyCode = 'EUR'): string {
  return ['amount;currency;method', ...amounts.map((amount) => `${amount};${currencyCode};WIRE`)].join('\n');
}

/** The amounts of such a file as they were read. */
export async function amountsOf(amounts: readonly string[], currencyCode = 'EUR'): Promise<string[]> {
  const { rows } = await accepted(fileOfAmounts(amounts, currencyCode));
  return rows.map(({ amount }) => amount);
}

export const simpleRow: PayoutRow = {
  amount: '10.50',
  currencyCode: 'EUR',
  paymentMethodCode: 'WIRE',
  accountName: '',
  accountNumber: '',
  paymentOperatorCode: '',
  emailAddress: '',
  idPayout: '',
  reference: '',
};

/** A file of one row that differs from a right one in this cell. */
export function fileWith(column: keyof PayoutRow, value: string): string {
  const row = { ...simpleRow, [column]: value };
  const cells = Object.values(row).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return `${Object.keys(row).join(',')}\n${cells.join(',')}\n`;
}
