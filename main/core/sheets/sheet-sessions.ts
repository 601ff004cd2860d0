import { fail, type Result } from '../../../contract/result.ts';
import { largestSheetRows, type SheetSummary } from '../../../contract/batches/sheet.ts';
import type { SheetView } from '../../../contract/batches/sheet-change.ts';
import { sheetStepText } from '../../../contract/text/sheet-step.ts';
import { isoTime } from '../payments/convert.ts';
import type { CoreContext } from '../context/context.ts';
import { rowProgress } from '../context/exports.ts';
import { dropOldest } from '../context/turns.ts';
import type { PayoutRules, SheetStore, StoredProfile, StoredSheet, StoredSheetRow } from '../ports/index.ts';
import { isSameRules, noRules, rulesOf } from '../batches/rules/rules-of-profile.ts';
import type { ModelRow } from './grid/model-row.ts';
import { SheetModel } from './grid/model.ts';
import { newFindingsCache, type FindingsCache } from './findings/cache.ts';
import { CachedViews } from './grid/views.ts';

const rowsPerPage = 1000;
/** Sheets that are kept in memory. */
const mostSheets = 2;

/** The version of a sheet that nobody has changed. */
export const firstVersion = 1;
/** More than the rows that a file begins with and those that one change adds. */
const rowIdsPerVersion = 2 * largestSheetRows;

export type OpenSheet = {
  readonly stored: StoredSheet;
  readonly model: SheetModel;
  readonly rules: PayoutRules;
  /** The findings about its rows. */
  readonly findings: FindingsCache;
};

type CachedSheet = {
  readonly model: SheetModel;
  rules: PayoutRules;
  readonly findings: FindingsCache;
  readonly views: CachedViews;
};

/** Holds open sheets: each is read from the store once, and used by one call at a time. */
export class SheetSessions {
  readonly #context: CoreContext;
  readonly #cached = new Map<string, CachedSheet>();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(context: CoreContext) {
    this.#context = context;
  }

  /** Uses a sheet when its turn comes; `notFound` if it does not exist. If the callback throws, the sheet is read again. */
  with<Value>(
    sheetId: string,
    use: (sheet: OpenSheet) => Promise<Result<Value>> | Result<Value>,
  ): Promise<Result<Value>> {
    return this.withRows(sheetId, null, use);
  }

  /** Like `with`, for a sheet whose rows were just stored and are still in memory, so that they need not be read. */
  async withRows<Value>(
    sheetId: string,
    rows: readonly StoredSheetRow[] | null,
    use: (sheet: OpenSheet) => Promise<Result<Value>> | Result<Value>,
  ): Promise<Result<Value>> {
    return this.inTurn(sheetId, async () => {
      const stored = this.#context.store.findSheet(sheetId);
      if (stored === null) {
        this.#cached.delete(sheetId);
        return noSheet(this.#context.store, sheetId);
      }
      try {
        const { model, rules, findings } = await this.#open(stored, rows);
        return await use({ stored, model, rules, findings });
      } catch (error) {
        this.#cached.delete(sheetId);
        throw error;
      }
    });
  }

  /** Runs tasks with the same key one after the other. */
  async inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#queues.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#queues.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(name) === mine) this.#queues.delete(name);
    }
  }

  /** The rows of a view of a sheet that is in use. */
  async view(stored: StoredSheet, view: SheetView): Promise<readonly ModelRow[]> {
    const { model, views } = await this.#open(stored);
    return views.rows(model, view, this.#context.clock);
  }

  forget(sheetId: string): void {
    this.#cached.delete(sheetId);
  }

  /** Checks the rows of an open sheet with current knowledge, if that changed. */
  async renewRules(stored: StoredSheet): Promise<PayoutRules> {
    const kept = await this.#open(stored);
    const rules = await this.#rulesFor(stored);
    if (isSameRules(kept.rules, rules)) return kept.rules;
    kept.rules = rules;
    await kept.model.checkBy((cells) => this.#context.files.checkCells(cells, rules), this.#context.clock);
    this.keepSummary(stored, kept.model);
    return rules;
  }

  /** Stores how many rows have problems if that changed without a change of rows, so that the list of sheets agrees with the sheet. */
  keepSummary({ sheetId, problemRows }: StoredSheet, model: SheetModel): void {
    const facts = model.facts();
    if (facts.problemRows === problemRows) return;
    const { store, emit } = this.#context;
    store.saveSheetSummary(sheetId, facts);
    emit({ kind: 'sheet', id: sheetId });
  }

  /** Nothing is known of a removed profile. */
  async #rulesFor({ profileName, isIbanColumn }: StoredSheet): Promise<PayoutRules> {
    const profile: StoredProfile | null = this.#context.store.findProfile(profileName);
    const rules = profile === null ? noRules : await rulesOf(this.#context, profile);
    return { ...rules, isIbanColumn };
  }

  async #open(stored: StoredSheet, rows: readonly StoredSheetRow[] | null = null): Promise<CachedSheet> {
    const { sheetId } = stored;
    const kept = this.#cached.get(sheetId) ?? (await this.#load(stored, rows));
    this.#cached.delete(sheetId);
    this.#cached.set(sheetId, kept);
    dropOldest(this.#cached, mostSheets);
    return kept;
  }

  async #load(stored: StoredSheet, rows: readonly StoredSheetRow[] | null): Promise<CachedSheet> {
    const { clock, files } = this.#context;
    const rules = await this.#rulesFor(stored);
    const model = new SheetModel((cells) => files.checkCells(cells, rules));
    // Never that of a row that was removed: a window, or a file that is read again, knows rows by their IDs.
    model.skipRowIds((stored.version - firstVersion) * rowIdsPerVersion);
    await model.addRows(rows ?? (await this.#readRows(stored)), clock);
    // The caller that just stored rows counts them.
    if (rows === null) this.keepSummary(stored, model);
    return { model, rules, findings: newFindingsCache(), views: new CachedViews() };
  }

  async #readRows({ sheetId }: StoredSheet): Promise<StoredSheetRow[]> {
    const { store, clock, emit } = this.#context;
    while (store.applyStep(sheetId)) await clock.turn();
    const rows: StoredSheetRow[] = [];
    const tell = rowProgress(emit, 'sheet');
    for (;;) {
      const page = store.sheetRows(sheetId, rows.at(-1)?.rowId ?? 0, rowsPerPage);
      rows.push(...page);
      if (page.length < rowsPerPage) return rows;
      tell(rows.length, null);
      await clock.turn();
    }
  }
}

/** The failure for an unknown sheet; names the batch that its rows went into, if any. */
export function noSheet(store: SheetStore, sheetId: string): Result<never> {
  const batchId = store.releasedBatchOf(sheetId);
  return fail(
    'notFound',
    batchId === null
      ? 'This sheet is not there: it was removed, or its payouts were released. Open a new one.'
      : 'These rows were released. They no longer change: their batch shows what became of each payout.',
    batchId === null ? {} : { batchId },
  );
}

export function toSheetSummary(stored: StoredSheet, model: SheetModel | null): SheetSummary {
  const { keyId: _keyId, createdAt, updatedAt, undo, redo, ...sheet } = stored;
  const facts = model?.facts() ?? { markedRows: 0 };
  const turns = {
    undo: undo === null ? null : sheetStepText(undo),
    redo: redo === null ? null : sheetStepText(redo),
  };
  return { ...sheet, ...turns, ...facts, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
