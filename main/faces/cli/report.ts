import type { BatchReport, BatchSummary, ReleaseSummary } from '../../../contract/batch.ts';
import { durationWords } from '../../../contract/text/durations.ts';
import { payeeLines } from '../../../contract/text/payees.ts';
import { grouped, shortened, table, type Output } from './output.ts';

/** The report of one batch in the form that `--json` promises. */
export function reportJson(report: BatchReport): object {
  const { batchId, rows, byState, totals, problemsLeftOut } = report;
  const problems = report.problems.map(({ rowNumber, idPayout, state, code, message }) => ({
    rowNumber,
    idPayout,
    state,
    code,
    message,
  }));
  return { batchId, rows, byState, totals, problems, ...(problemsLeftOut > 0 ? { problemsLeftOut } : {}) };
}

/** What became of a batch, for a person: a line a currency with what each state comes to, then every row that needs a look. */
export function printReport(output: Output, report: BatchReport): void {
  const { batchId, fileName, profileName, environment, rows } = report;
  output.print('');
  output.print(`Batch ${batchId}: ${rows} ${rows === 1 ? 'payout' : 'payouts'} from ${fileName}`);
  output.print(`Profile ${profileName}, ${environmentWords(environment)}`);
  output.print('');
  output.print(totalsTable(report));
  if (report.fees.length > 0) output.print(`\nFees of what is paid: ${report.fees.map(sumWords).join(', ')}`);
  printProblems(output, report);
}

function totalsTable({ totals, totalsByState, byState, rows }: BatchReport): string {
  const columns = [
    { header: 'Currency' },
    ...['payouts', 'amount', ...totalsByState.map(({ state }) => state)].map((header) => ({
      header,
      align: 'right' as const,
    })),
  ];
  const lines = totals.map(({ currencyCode, amount, count }) => [
    currencyCode,
    String(count),
    grouped(amount),
    ...totalsByState.map((ofState) =>
      grouped(ofState.totals.find((total) => total.currencyCode === currencyCode)?.amount ?? ''),
    ),
  ]);
  const counts = [
    'payouts',
    String(rows),
    '',
    ...totalsByState.map(({ state }) => String(byState[state] ?? 0)),
  ];
  return table(columns, [...lines, counts]);
}

function printProblems(output: Output, { problems, problemsLeftOut }: BatchReport): void {
  if (problems.length === 0) return;
  output.print(
    `\n${problems.length + problemsLeftOut} ${problems.length + problemsLeftOut === 1 ? 'row needs' : 'rows need'} a look:`,
  );
  const rows = problems.map(({ rowNumber, state, money, accountName, code, message }) => [
    String(rowNumber),
    state,
    grouped(money.amount),
    money.currencyCode,
    shortened(accountName, 24),
    code,
    message,
  ]);
  const columns = [
    { header: 'Row', align: 'right' },
    { header: 'State' },
    { header: 'Amount', align: 'right' },
    { header: '' },
    { header: 'Payee' },
    { header: 'Code' },
    { header: 'What happened' },
  ] as const;
  output.print(table(columns, rows));
  if (problemsLeftOut > 0)
    output.print(`… and ${problemsLeftOut} more; \`bursar batch export\` writes them all.`);
}

/** What a person is asked to confirm before money moves, whole. */
export function releaseWords(summary: ReleaseSummary): string {
  const {
    fileName,
    profileName,
    environment,
    baseUrl,
    merchantCode,
    rows,
    totals,
    heldRows,
    possibleRows,
    durationSeconds,
  } = summary;
  return [
    '',
    `Release ${rows} ${rows === 1 ? 'payout' : 'payouts'} from ${fileName}`,
    `  environment  ${environmentWords(environment)}`,
    `  profile      ${profileName}: merchant ${merchantCode} at ${baseUrl}`,
    ...totals.map(
      (total) =>
        `  total        ${sumWords(total)} in ${total.count} ${total.count === 1 ? 'payout' : 'payouts'}`,
    ),
    ...payeeLines(summary.payees).map((line) => `  ${line}`),
    ...(heldRows > 0
      ? [`  ATTENTION    ${heldRows} ${heldRows === 1 ? 'duplicate' : 'duplicates'}, confirmed`]
      : []),
    ...(possibleRows > 0
      ? [
          `  ATTENTION    ${possibleRows} possible ${possibleRows === 1 ? 'duplicate' : 'duplicates'}, confirmed`,
        ]
      : []),
    ...(durationSeconds > 0
      ? [`  sending      takes at least ${durationWords(durationSeconds)} at the gateway's rate limit`]
      : []),
  ].join('\n');
}

export function batchLines(batches: readonly BatchSummary[]): string {
  const columns = [
    { header: 'Batch' },
    { header: 'State' },
    { header: 'Rows', align: 'right' },
    { header: 'Payouts' },
    { header: 'Totals' },
    { header: 'File' },
    { header: 'Created' },
  ] as const;
  return table(
    columns,
    batches.map(({ batchId, state, rows, byState, totals, fileName, createdAt }) => [
      batchId,
      state,
      String(rows),
      statesWords(byState),
      totals.map(sumWords).join(', '),
      shortened(fileName, 30),
      createdAt.slice(0, 16).replace('T', ' '),
    ]),
  );
}

export function statesWords(byState: BatchSummary['byState']): string {
  return Object.entries(byState)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
}

function environmentWords(environment: 'sandbox' | 'live'): string {
  return environment === 'live' ? 'LIVE: real money' : 'SANDBOX: test data';
}

function sumWords({ amount, currencyCode }: { amount: string; currencyCode: string }): string {
  return `${grouped(amount)} ${currencyCode}`;
}
