import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import { momentText } from '../../../../contract/text/clock.ts';
import type { CoreContext } from '../../context/context.ts';
import { aboutLines } from '../../context/exports.ts';
import { balanceHistory } from './balance-history.ts';
import { slicesOf } from '../../payments/pages.ts';
import { compareText } from '../../../../contract/same-code.ts';

const header = ['at', 'profileName', 'currencyCode', 'available', 'reserved', 'booked', 'note'];
const rowsAtOnce = 1000;

/** The balance history as a file: a row for each stored balance, and one at the start of each gap (operation `balances.export`). */
export async function exportHistory(
  context: Pick<CoreContext, 'store' | 'clock' | 'files'>,
  { format, ...which }: ParsedInput<'balances.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'balances.export'>>> {
  const history = await balanceHistory(context, which, signal);
  if (!history.ok) return history;
  const { points, gaps } = history.value;
  const { currencyCode } = which;
  const rows = [
    ...points.map(({ at, profileName, available, reserved, booked }) => ({
      at,
      cells: [at, profileName, currencyCode, available ?? '', reserved ?? '', booked, ''],
    })),
    ...gaps.map(({ profileName, after, before }) => ({
      at: after,
      cells: [
        after,
        profileName,
        currencyCode,
        '',
        '',
        '',
        `no balance was read until ${momentText(before)}`,
      ],
    })),
  ].toSorted((left, right) => compareText(left.at, right.at));
  const table = context.files.beginTable(format, header);
  for await (const some of slicesOf(context.clock, rows, rowsAtOnce))
    await table.add(some.map(({ cells }) => cells));
  const { profileName, from, until } = which;
  const about = aboutLines(
    [
      ['Profile', profileName ?? 'all'],
      ['Currency', currencyCode],
      ['From', from, 'day'],
      ['Until', until, 'day'],
    ],
    context.clock.now(),
    rows.length,
  );
  return succeed({ bytes: await table.finish(about), balances: points.length });
}
