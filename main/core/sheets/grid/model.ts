import type { RetryFault } from '../../../../contract/batches/fault.ts';
import type { CellProblem, SheetCells } from '../../../../contract/batches/sheet.ts';
import type {
  CheckedCells,
  Clock,
  SheetDelta,
  SheetSummary,
  SheetTurn,
  StoredSheetRow,
} from '../../ports/index.ts';
import type { CachedFinding } from '../findings/kept-finding.ts';
import type { ModelRow } from './model-row.ts';
import { OrderIds } from '../order-ids.ts';
import { repeatedProblem, retriedProblem, usedProblem } from './row-problems.ts';
import { sheetTotals } from './totals.ts';
import { slicesOf } from '../../payments/pages.ts';

type Check = (cells: SheetCells) => CheckedCells;

/** Rows changed or sorted before yielding: each of them is checked, which takes about 10 µs. */
const rowsAtOnce = 500;
const idsAtOnce = 5_000;
const noFindings: readonly CachedFinding[] = [];

/** The rows of a sheet in memory, with all derived data kept up to date. */
export class SheetModel {
  #check: Check;
  readonly #byId = new Map<number, ModelRow>();
  readonly #orderIds = new OrderIds();
  readonly #totals = sheetTotals();
  #rows: readonly ModelRow[] = [];
  #problemRows = 0;
  #lastRowId = 0;
  /** Order IDs that the profile has used before, as of the last lookup. */
  #used: ReadonlySet<string> = new Set();
  /** Payouts whose retry was already sent, and the payout that replaces them. */
  #retried: ReadonlyMap<string, RetryFault> = new Map();
  #epoch = 0;

  constructor(check: Check) {
    this.#check = check;
  }

  /** In order; a new array after every change. */
  get rows(): readonly ModelRow[] {
    return this.#rows;
  }

  get lastRowId(): number {
    return this.#lastRowId;
  }

  /** The next rows get higher IDs than this. */
  skipRowIds(lastRowId: number): void {
    this.#lastRowId = Math.max(this.#lastRowId, lastRowId);
  }

  /** Increases whenever anything that a view shows may have changed. */
  get epoch(): number {
    return this.#epoch;
  }

  facts(): SheetSummary & { readonly markedRows: number } {
    return {
      rows: this.#rows.length,
      problemRows: this.#problemRows,
      markedRows: this.#markedRows(),
      totals: this.#totals.list(),
    };
  }

  /** Rows whose only problems come from the rest of the database. */
  #markedRows(): number {
    if (this.#used.size === 0 && this.#retried.size === 0) return 0;
    return this.#rows.reduce((count, row) => {
      const isMarked = row.problems.length === 0 && !row.isRepeated && this.isProblem(row);
      return count + (isMarked ? 1 : 0);
    }, 0);
  }

  find(rowId: number): ModelRow | undefined {
    return this.#byId.get(rowId);
  }

  problemsOf(row: ModelRow): readonly CellProblem[] {
    const more: CellProblem[] = [];
    if (row.isRepeated)
      more.push(repeatedProblem(this.#orderIds.firstOf(row.cells.idPayout)?.rowNumber ?? row.rowNumber));
    if (this.#isUsed(row)) more.push(usedProblem);
    const retried = row.retryOf === null ? undefined : this.#retried.get(row.retryOf);
    if (retried !== undefined && row.retryOf !== null) more.push(retriedProblem(retried));
    return more.length === 0 ? row.problems : [...row.problems, ...more];
  }

  isProblem(row: ModelRow): boolean {
    return (
      row.problems.length > 0 ||
      row.isRepeated ||
      this.#isUsed(row) ||
      (row.retryOf !== null && this.#retried.has(row.retryOf))
    );
  }

  #isUsed(row: ModelRow): boolean {
    return row.cells.idPayout !== '' && this.#used.has(row.cells.idPayout);
  }

  /** Whether a person should review a row: a problem, or a finding that does more than inform. */
  isToReview(row: ModelRow): boolean {
    return this.isProblem(row) || row.findings.some(({ level }) => level !== 'info');
  }

  /** Stores the findings about each row, by rowId; leaves the others unchanged. */
  async cacheFindings(found: ReadonlyMap<number, readonly CachedFinding[]>, clock: Clock): Promise<void> {
    for await (const some of slicesOf(clock, this.#rows, idsAtOnce))
      for (const row of some) row.findings = found.get(row.rowId) ?? noFindings;
    this.#epoch += 1;
  }

  /** Adds rows as they are read, in any order. */
  async addRows(rows: readonly StoredSheetRow[], clock: Clock): Promise<void> {
    const dirtyIds = new Set<string>();
    const put: ModelRow[] = [];
    for await (const some of slicesOf(clock, rows, rowsAtOnce))
      for (const row of some) put.push(this.#put(row, dirtyIds));
    this.#order(put, new Set());
    await this.#markRepeated(dirtyIds, clock);
    this.#epoch += 1;
  }

  /** Applies the deltas, or undoes them. */
  async apply(deltas: readonly SheetDelta[], turn: SheetTurn, clock: Clock): Promise<void> {
    const dirtyIds = new Set<string>();
    const put: ModelRow[] = [];
    const taken = new Set<ModelRow>();
    for await (const some of slicesOf(clock, deltas, rowsAtOnce))
      for (const delta of some) {
        switch (delta.kind) {
          case 'cells': {
            const row = this.#rowOf(delta.rowId);
            const changes = turn === 'redo' ? delta.after : delta.before;
            this.#leave(row, dirtyIds);
            row.cells = { ...row.cells, ...changes };
            row.findings = [];
            this.#enter(row, dirtyIds);
            break;
          }
          case 'move':
            this.#rowOf(delta.rowId).position = turn === 'redo' ? delta.after : delta.before;
            break;
          case 'put':
          case 'take':
            if ((delta.kind === 'put') === (turn === 'redo')) put.push(this.#put(delta.row, dirtyIds));
            else taken.add(this.#take(delta.row.rowId, dirtyIds));
        }
      }
    if (put.length > 0 || taken.size > 0) this.#order(put, taken);
    await this.#markRepeated(dirtyIds, clock);
    this.#epoch += 1;
  }

  /** Checks every row again with these rules, and later rows too. */
  async checkBy(check: Check, clock: Clock): Promise<void> {
    this.#check = check;
    for await (const some of slicesOf(clock, this.#rows, rowsAtOnce))
      for (const row of some) {
        const was = this.isProblem(row);
        const { problems, row: payout } = check(row.cells);
        row.problems = problems;
        row.payout = payout;
        this.#problemRows += Number(this.isProblem(row)) - Number(was);
      }
    this.#epoch += 1;
  }

  /** Current facts about the rows from the rest of the database. */
  mark(used: ReadonlySet<string>, retried: ReadonlyMap<string, RetryFault>): void {
    if (used.size + retried.size + this.#used.size + this.#retried.size === 0) return;
    this.#used = used;
    this.#retried = retried;
    this.#problemRows = this.#rows.reduce((count, row) => count + (this.isProblem(row) ? 1 : 0), 0);
    this.#epoch += 1;
  }

  #rowOf(rowId: number): ModelRow {
    const row = this.#byId.get(rowId);
    if (row === undefined) throw new RangeError(`there is no row ${rowId}`);
    return row;
  }

  #put(
    { rowId, position, cells, retryOf, source, lastMoney }: StoredSheetRow,
    dirtyIds: Set<string>,
  ): ModelRow {
    const row: ModelRow = {
      rowId,
      retryOf,
      source,
      lastMoney,
      position,
      rowNumber: 0,
      cells,
      problems: [],
      findings: [],
      money: null,
      payout: null,
      isRepeated: false,
    };
    this.#byId.set(rowId, row);
    this.#lastRowId = Math.max(this.#lastRowId, rowId);
    this.#enter(row, dirtyIds);
    return row;
  }

  #take(rowId: number, dirtyIds: Set<string>): ModelRow {
    const row = this.#rowOf(rowId);
    this.#leave(row, dirtyIds);
    this.#byId.delete(rowId);
    return row;
  }

  /** Subtracts a row from the counts before it changes or is removed. */
  #leave(row: ModelRow, dirtyIds: Set<string>): void {
    if (this.isProblem(row)) this.#problemRows -= 1;
    if (row.money !== null) this.#totals.remove(row.money);
    this.#orderIds.remove(row);
    if (row.cells.idPayout !== '') dirtyIds.add(row.cells.idPayout);
    row.isRepeated = false;
  }

  /** Adds a row to the counts after it has changed or was added. */
  #enter(row: ModelRow, dirtyIds: Set<string>): void {
    const { problems, money, row: payout } = this.#check(row.cells);
    row.problems = problems;
    row.money = money;
    row.payout = payout;
    if (money !== null) this.#totals.add(money);
    this.#orderIds.add(row);
    if (row.cells.idPayout !== '') dirtyIds.add(row.cells.idPayout);
    if (this.isProblem(row)) this.#problemRows += 1;
  }

  #order(put: ModelRow[], taken: ReadonlySet<ModelRow>): void {
    const byPosition = (left: ModelRow, right: ModelRow): number => left.position - right.position;
    const stay = taken.size === 0 ? this.#rows : this.#rows.filter((row) => !taken.has(row));
    this.#rows = put.length === 0 ? stay : [...stay, ...put].toSorted(byPosition);
    for (const [index, row] of this.#rows.entries()) row.rowNumber = index + 1;
  }

  async #markRepeated(dirtyIds: ReadonlySet<string>, clock: Clock): Promise<void> {
    for await (const some of slicesOf(clock, [...dirtyIds], idsAtOnce))
      for (const idPayout of some) {
        const first = this.#orderIds.firstOf(idPayout);
        for (const row of this.#orderIds.rowsOf(idPayout)) {
          const isRepeated = row !== first;
          if (row.isRepeated === isRepeated) continue;
          const was = this.isProblem(row);
          row.isRepeated = isRepeated;
          this.#problemRows += Number(this.isProblem(row)) - Number(was);
        }
      }
  }
}
