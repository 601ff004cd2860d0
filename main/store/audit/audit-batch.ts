import type { AuditedRecord, AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { integerIn, textIn, type Row } from '../read-row.ts';
import { lifeProblems, valueProblems, type LoggedEvent } from './audit-facts.ts';
import { stepProblems } from './audit-steps.ts';
import { factColumns, RowsSeal } from './event-facts.ts';

/** A batch while the audit reads its payments. */
export class AuditedBatch {
  readonly #row: Row | undefined;
  readonly record: AuditedRecord;
  readonly #events: readonly LoggedEvent[];
  readonly #seal = new RowsSeal();
  readonly #counts = new Map<string, number>();

  constructor(batchNumber: number, row: Row | undefined, events: readonly LoggedEvent[]) {
    this.#row = row;
    this.#events = events;
    const facts = events.findLast((event) => event.facts !== null)?.facts;
    const batchId = row === undefined ? facts?.batch?.['batchId'] : textIn(row, 'batchId');
    this.record =
      batchId === undefined
        ? { entity: 'unnamedBatch', batchNumber }
        : { entity: 'batch', batchId: String(batchId) };
  }

  /** Whether it is still being imported, so that rows are missing and no event covers them. */
  get isImport(): boolean {
    return (this.#events.at(-1)?.to ?? 'importing') === 'importing';
  }

  add(seal: string, state: string): void {
    this.#seal.add(seal);
    this.#counts.set(state, (this.#counts.get(state) ?? 0) + 1);
  }

  /** The ID of a batch whose events do not seal its rows; null for any other. */
  unsealed(): string | null {
    if (this.#row === undefined || this.isImport) return null;
    return this.#sealedRows() === undefined ? textIn(this.#row, 'batchId') : null;
  }

  /** The disagreements, once all of its payments were added; `counts` are its rows of `paymentCounts`. */
  problems(counts: readonly Row[]): AuditProblem[] {
    const row = this.#row;
    if (row === undefined) return this.isImport ? [] : [{ code: 'batchMissing', record: this.record }];
    const problems = lifeProblems(this.record, 'importing', textIn(row, 'state'), this.#events);
    if (this.isImport) return problems;
    return [
      ...problems,
      ...stepProblems(this.record, 'batch', this.#events),
      ...this.#factProblems(row),
      ...this.#rowProblems(),
      ...this.#countProblems(counts),
    ];
  }

  #sealedRows(): string | undefined {
    const imported = this.#events.findLast(({ from, to }) => from === 'importing' && from !== to);
    return imported === undefined ? undefined : imported.facts?.rows;
  }

  #factProblems(row: Row): AuditProblem[] {
    const last = this.#events.at(-1);
    const facts = last === undefined ? null : last.facts;
    if (facts?.batch !== undefined) return valueProblems(this.record, row, facts.batch, factColumns.batch);
    // An event of an older Bursar: the import has the hash of the rows in its detail, the release has its own time.
    const imported = this.#events.findLast(({ from, to }) => from === 'importing' && from !== to);
    const released = this.#events.find(({ to }) => to === 'releasing');
    const expected = {
      ...(imported?.detail == null ? {} : { rowsHash: imported.detail }),
      ...(released === undefined ? {} : { releasedAt: released.at }),
    };
    return valueProblems(this.record, row, expected, ['rowsHash', 'releasedAt']);
  }

  #rowProblems(): AuditProblem[] {
    const sealed = this.#sealedRows();
    return sealed === undefined || sealed === this.#seal.digest()
      ? []
      : [{ code: 'batchRowsChanged', record: this.record }];
  }

  #countProblems(counts: readonly Row[]): AuditProblem[] {
    const kept = new Map(counts.map((row) => [textIn(row, 'state'), integerIn(row, 'count')]));
    const states = new Set([...kept.keys(), ...this.#counts.keys()]);
    return [...states]
      .map((state) => ({ state, count: kept.get(state) ?? 0, found: this.#counts.get(state) ?? 0 }))
      .filter(({ count, found }) => count !== found)
      .map((difference) => ({ code: 'batchCountDiffers', record: this.record, ...difference }));
  }
}
