import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import type { PaymentState } from '../../../../contract/payments/payment.ts';
import { succeed, type Result } from '../../../../contract/result.ts';
import type { FlowPeriod } from '../../../../contract/treasury/flows.ts';
import type { CoreContext } from '../../context/context.ts';
import { aboutLines } from '../../context/exports.ts';
import { readFlows } from './read-flows.ts';
import { slicesOf } from '../../payments/pages.ts';

const header = [
  'firstDay',
  'lastDay',
  'environment',
  'currencyCode',
  'in',
  'out',
  'fees',
  'net',
  'payoutsPaid',
  'payoutsFailed',
  'payoutsRejected',
] as const;
const linesAtOnce = 1000;

/** Money in and out as a file: a row for each day, week or month and currency, by time (operation `flows.export`). */
export async function exportFlows(
  context: Pick<CoreContext, 'store' | 'clock' | 'files'>,
  { format, currencyCode, ...which }: ParsedInput<'flows.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'flows.export'>>> {
  const read = await readFlows(context, which, signal);
  if (!read.ok) return read;
  const lines = read.value.filter((line) => currencyCode === null || line.currencyCode === currencyCode);
  const table = context.files.beginTable(format, header);
  for await (const some of slicesOf(context.clock, lines, linesAtOnce)) await table.add(some.map(cellsOf));
  const { profileName, from, until, by } = which;
  const about = aboutLines(
    [
      ['Profile', profileName ?? 'all'],
      ['Currency', currencyCode ?? 'all'],
      ['From', from, 'day'],
      ['Until', until, 'day'],
      ['By', by],
    ],
    context.clock.now(),
    lines.length,
  );
  return succeed({ bytes: await table.finish(about), lines: lines.length });
}

function cellsOf(line: FlowPeriod): string[] {
  const payouts = (state: PaymentState): string =>
    String(line.counts.find((each) => each.kind === 'payout' && each.state === state)?.count ?? 0);
  const cells = {
    ...line,
    firstDay: line.from,
    lastDay: line.until,
    payoutsPaid: payouts('paid'),
    payoutsFailed: payouts('failed'),
    payoutsRejected: payouts('rejected'),
  };
  return header.map((column) => cells[column]);
}
