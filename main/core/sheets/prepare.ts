import type { FaultAt } from '../../../contract/errors.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { storeDraft, type DraftRow } from '../batches/draft.ts';
import type { CoreContext } from '../context/context.ts';
import { profileOf } from '../context/subject.ts';
import { toSheetSummary, type OpenSheet, type SheetSessions } from './sheet-sessions.ts';
import { keepSearched, type SearchedDraft } from '../batches/check/searched-draft.ts';
import { isAboutPayee, isDuplicate, newPayeeOf } from './findings/kept-finding.ts';
import { FoundPayees } from '../payees/found-payees.ts';
import { renewMarks } from './marks.ts';
import type { PaymentHashes } from '../ports/index.ts';
import { columnLabel } from '../../../contract/text/columns.ts';
import { counted, countText } from '../../../contract/text/numbers.ts';

const rowsAtOnce = 500;
const listedProblems = 1000;

/**
 * Makes a draft of a sheet (operation `sheets.prepare`), or returns the existing one. Finds order IDs and retries that conflict with
 * payments that the profile has sent, and marks them in the rows.
 */
export function prepareSheet(
  context: CoreContext,
  session: SheetSessions,
  sheetId: string,
): Promise<Result<{ batchId: string }>> {
  return session.with(sheetId, async (sheet) => {
    const { stored, model } = sheet;
    if (stored.batchId !== null) return succeed({ batchId: stored.batchId });
    if (model.rows.length === 0)
      return fail('fileHasErrors', `${stored.name} has no rows. Add at least one payout.`, {
        problems: [{ fault: { code: 'noRows' } }],
      });
    const rules = await session.renewRules(stored);
    await renewMarks(context, session, sheet);
    if (model.facts().problemRows > 0) {
      context.emit({ kind: 'sheet', id: sheetId });
      return hasProblems(sheet);
    }
    const profile = profileOf(context.store, stored);
    if (!profile.ok) return profile;
    const source = {
      profile: profile.value,
      fileName: stored.name,
      fileHash: '',
      message: stored.source,
      sheetId,
    };
    const { conditions } = sheet.findings;
    const { rows, hashes, ...found } = await draftRows(context, sheet);
    const { batchId, rowsHash } = await storeDraft(context, source, rows, hashes);
    keepSearched(context.store, { batchId, rowsHash, rules, conditions, ...found });
    context.emit({ kind: 'sheet', id: sheetId });
    return succeed({ batchId });
  });
}

/** The rows of the draft; of those that were searched, their hashes, and what was found about them (see `SearchedDraft`). */
async function draftRows(
  { clock }: CoreContext,
  sheet: OpenSheet,
): Promise<
  Pick<SearchedDraft, 'repeatsNone' | 'allDiffer' | 'payees'> & {
    readonly rows: DraftRow[];
    readonly hashes: (PaymentHashes | undefined)[];
  }
> {
  const rows: DraftRow[] = [];
  const hashes: (PaymentHashes | undefined)[] = [];
  const repeatsNone = new Uint8Array(sheet.model.rows.length + 1);
  const { conditions, ended } = sheet.findings;
  // Only a search of the sheet as it is now, which has ended, has seen its rows together.
  const isSearched = ended?.version === sheet.stored.version && ended.conditions === conditions;
  let allDiffer = isSearched;
  let payees = isSearched ? new FoundPayees() : null;
  for (const [index, row] of sheet.model.rows.entries()) {
    const { payout, retryOf, source } = row;
    if (payout === null) throw new Error('a row without problems cannot be read');
    const isPlain = retryOf === null && source === null;
    rows.push(isPlain ? payout : { ...payout, ...(retryOf === null ? {} : { retryOf }), source });
    // What was found about these cells by other rules may be of another payout.
    const facts = sheet.findings.facts.get(row.cells);
    const compared = facts?.row === payout ? facts.compared : undefined;
    hashes.push(compared);
    if (compared?.sameMoney === null && compared.sameName === null && compared.sameReference === null)
      repeatsNone[index + 1] = 1;
    if (repeatsNone[index + 1] === 0) allDiffer = false;
    if (compared === undefined) payees = null;
    for (const finding of row.findings) {
      if (isDuplicate(finding.kind)) allDiffer = false;
      if (!isAboutPayee(finding)) continue;
      const found = newPayeeOf({ rowNumber: index + 1, row: payout }, finding);
      if (found === null) payees = null;
      else payees?.add(found);
    }
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
  return { rows, hashes, repeatsNone, allDiffer, payees };
}

function hasProblems({ stored, model }: OpenSheet): Result<never> {
  const problems: FaultAt[] = [];
  let leftOut = 0;
  for (const row of model.rows) {
    if (!model.isProblem(row)) continue;
    for (const { column, fault } of model.problemsOf(row)) {
      if (problems.length === listedProblems) leftOut += 1;
      else
        problems.push({
          field: [`row ${countText(row.rowNumber)}`, ...(column === null ? [] : [columnLabel(column)])].join(
            ', ',
          ),
          fault,
          ...(column === null ? {} : { value: row.cells[column].slice(0, 120).toWellFormed() }),
        });
    }
  }
  const { problemRows } = toSheetSummary(stored, model);
  const count = counted(problemRows, 'row has a problem', 'rows have problems');
  const message = `${count}, so nothing was prepared. Correct or remove ${problemRows === 1 ? 'it' : 'them'} first.`;
  return fail(
    'fileHasErrors',
    message,
    leftOut === 0 ? { problems } : { problems, problemsLeftOut: leftOut },
  );
}
