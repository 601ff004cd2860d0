import { succeed } from '../../../../contract/result.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { hasArisen, type Movement, type Statement } from '../../../../contract/treasury/statement.ts';
import { aboutLines } from '../../context/exports.ts';
import type { StatementWriter, TableWriter } from '../../ports/index.ts';

export const statementHeader = [
  'at',
  'kind',
  'id',
  'amount',
  'fee',
  'balance',
  'currencyCode',
  'paymentMethodCode',
  'payee',
  'reference',
  'batchId',
  'note',
  'ownId',
] as const;

/** Writes a statement as rows: the opening balance, every movement, then the closing balance, the last report and later movements, and the unexplained difference. `at`: milliseconds since 1970 UTC. */
export async function beginStatementTable(
  table: TableWriter,
  statement: Statement,
  at: number,
): Promise<StatementWriter> {
  await table.add([openingRow(statement)]);
  let rows = 1;
  return {
    add: async (movements) => {
      rows += movements.length;
      await table.add(movements.map((movement) => rowOf(movement, statement.currencyCode)));
      return succeed(null);
    },
    finish: async () => {
      const closing = closingRows(statement);
      await table.add(closing);
      const { profileName, currencyCode, from, until } = statement;
      const about = aboutLines(
        [
          ['Profile', profileName],
          ['Currency', currencyCode],
          ['From', from, 'day'],
          ['Until', until, 'day'],
        ],
        at,
        rows + closing.length,
      );
      return succeed(await table.finish(about));
    },
  };
}

function openingRow({ from, opening, openingBasis, openingReadAt, currencyCode }: Statement): string[] {
  const note =
    openingBasis === 'unknown'
      ? 'no balance was read'
      : `${openingBasis} from the balance of ${openingReadAt}`;
  return balanceRow('opening', opening, from, note, currencyCode);
}

function closingRows(statement: Statement): string[][] {
  const { until, closing, reported, unexplained, currencyCode, days, reportedAt, sinceReported } = statement;
  const row = (kind: string, balance: string | null, at: string, note: string): string[] =>
    balanceRow(kind, balance, at, note, currencyCode);
  return [
    row('closing', closing, until, closing === null ? 'not known' : ''),
    row('reported', reported, reportedAt ?? '', reported === null ? 'no balance was read' : ''),
    ...(sinceReported === null || sinceReported.count === 0
      ? []
      : [
          row(
            'sinceReported',
            sinceReported.amount,
            until,
            `${counted(sinceReported.count, 'movement')}, with fees`,
          ),
        ]),
    row('unexplained', unexplained, until, unexplained === null ? 'not known' : ''),
    ...days
      .filter(hasArisen)
      .map(({ day, arisen, explanation }) => row('arisen', arisen, day, explanation?.note ?? '')),
  ];
}

function balanceRow(
  kind: string,
  balance: string | null,
  at: string,
  note: string,
  currencyCode: string,
): string[] {
  return cellsOf({ at, kind, balance: balance ?? '', currencyCode, note });
}

function rowOf({ fee, balance, ...movement }: Movement, currencyCode: string): string[] {
  return cellsOf({ ...movement, fee: fee ?? '', balance: balance ?? '', currencyCode });
}

function cellsOf(cells: { readonly [Column in (typeof statementHeader)[number]]?: string }): string[] {
  return statementHeader.map((column) => cells[column] ?? '');
}
