import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { payoutColumns } from '../../../contract/batches/sheet.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import type { CoreContext } from '../context/context.ts';
import type { ExportCell } from '../ports/index.ts';
import type { ModelRow } from './grid/model-row.ts';
import type { SheetSessions } from './sheet-sessions.ts';
import { slicesOf } from '../payments/pages.ts';

const writtenAtOnce = 200;

/** An amount as it can be read again. One that is not known for certain stays the text that a person typed: 1.000 may be 1000, and as a number would be 1. */
function amountCell({ cells: { amount }, money }: ModelRow): ExportCell {
  return money === null ? { text: amount } : amount;
}

/** The rows of a sheet as a file that can be imported again, each with its problem (operation `sheets.export`). */
export function exportSheet(
  { files, clock }: Pick<CoreContext, 'files' | 'clock'>,
  session: SheetSessions,
  { sheetId, format }: ParsedInput<'sheets.export'>,
): Promise<Result<OperationOutput<'sheets.export'>>> {
  return session.with(sheetId, async ({ stored, model }) => {
    const table = files.beginTable(format, [...payoutColumns, 'problemMessage']);
    for await (const rows of slicesOf(clock, model.rows, writtenAtOnce))
      await table.add(
        rows.map((row) => {
          const problem = model
            .problemsOf(row)
            .map(({ fault }) => faultText(fault).message)
            .join(' ');
          const cells = payoutColumns.map((column) =>
            column === 'amount' ? amountCell(row) : row.cells[column],
          );
          return [...cells, problem];
        }),
      );
    const bytes = await table.finish([['Rows of', stored.name]]);
    return succeed({ bytes, rows: model.rows.length });
  });
}
