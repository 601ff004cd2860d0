import type { Context } from '../context.ts';
import { lastSequence } from '../audit/chain-head.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { paymentTables } from '../payments/read-payment.ts';
import { integerIn, stateIn, textIn, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { facetKeyIn } from './facets.ts';
import { amountKeyOf, nameKeyOf } from './keys.ts';
import { memoryOf, type HistoryMemory } from './memory.ts';
import { searchedIn, searchedText } from './search-text.ts';

/** Bounds of one piece, which takes a few milliseconds: new rows, events read, pages of the text index merged. */
const rowsAtOnce = 120;
const eventsAtOnce = 400;
const mergedPages = 8;
const clearedAtOnce = 1000;

/** The position of an index that must be cleared before it is rebuilt. */
const beingCleared = -1;

type Progress = { readonly sequence: number; readonly rowNumber: number };

/** See HistoryStore. The index follows the chain of events, so writing code need not update it. */
export function indexHistory(context: Context): boolean {
  const memory = memoryOf(context);
  if (memory.segments.merge(mergedPages)) return isHistoryIndexed(context);
  if (isHistoryIndexed(context)) return true;
  // No Bursar writes a position ahead of the log: indexing would never reach it.
  if (progressOf(context).sequence > lastSequence(context.connection)) rebuildHistory(context);
  changeHistory(context, () => {
    const progress = progressOf(context);
    writeProgress(
      context,
      progress.sequence === beingCleared ? clear(context, memory) : advance(context, memory, progress),
    );
  });
  return isHistoryIndexed(context);
}

/** See HistoryStore. */
export function mergeHistory(context: Context): boolean {
  return !memoryOf(context).segments.mergeFull(mergedPages);
}

/** One transaction that changes the index and its counterpart in memory. */
export function changeHistory<Outcome>(context: Context, work: (memory: HistoryMemory) => Outcome): Outcome {
  const memory = memoryOf(context);
  try {
    return context.connection.transaction(() => {
      const outcome = work(memory);
      memory.facets.write();
      memory.segments.write();
      return outcome;
    });
  } catch (error) {
    memory.facets.reload();
    memory.segments.reload();
    throw error;
  } finally {
    memory.version += 1;
  }
}

/** Marks the index to be cleared and rebuilt, piece by piece, by `indexHistory`; readers work without it until then. */
export function rebuildHistory(context: Context): void {
  changeHistory(context, (memory) => {
    memory.rebuilds += 1;
    memory.facets.clear();
    writeProgress(context, { sequence: beingCleared, rowNumber: 0 });
  });
}

/** Clears the next piece of the index; when nothing is left, the history is followed from its first event. */
function clear(context: Context, memory: HistoryMemory): Progress {
  const cleared = context.connection.run(
    'DELETE FROM history WHERE paymentId IN (SELECT paymentId FROM history ORDER BY paymentId LIMIT +?)',
    clearedAtOnce,
  );
  if (cleared > 0 || memory.segments.dropLast()) return { sequence: beingCleared, rowNumber: 0 };
  memory.facets.clear();
  return { sequence: 0, rowNumber: 0 };
}

/** Removes a row that is about to be deleted from the index, if it is there; within `changeHistory`. */
export function dropFromHistory(context: Context, { facets, segments }: HistoryMemory, row: Row): void {
  if (progressOf(context).sequence === beingCleared) return;
  const paymentId = integerIn(row, 'paymentId');
  const found = context.connection.get(
    'DELETE FROM history WHERE paymentId = +? RETURNING facetNumber',
    paymentId,
  );
  if (found === undefined) return;
  const facet = facets.ofNumber(integerIn(found, 'facetNumber'));
  if (facet !== undefined) facets.count(facet, -1);
  segments.take(paymentId, textOf(row));
}

export function isHistoryIndexed(context: Context): boolean {
  return progressOf(context).sequence === lastSequence(context.connection);
}

/** An index of which the database does not say how far it has come, or whose facets cannot be read, is cleared and rebuilt. */
function progressOf(context: Context): Progress {
  const row = context.connection.get('SELECT sequence, rowNumber FROM historyProgress WHERE one = 1');
  if (row === undefined || memoryOf(context).facets.isDamaged)
    return { sequence: beingCleared, rowNumber: 0 };
  return { sequence: integerIn(row, 'sequence'), rowNumber: integerIn(row, 'rowNumber') };
}

function writeProgress({ connection }: Context, { sequence, rowNumber }: Progress): void {
  connection.insert('historyProgress', { one: 1, sequence, rowNumber }, 'OR REPLACE');
}

/** Follows the next events; an import ends the piece, since its rows come in separate pieces. */
function advance(context: Context, memory: HistoryMemory, from: Progress): Progress {
  const events = context.connection.all(
    `SELECT sequence, entity, entityId, fromState FROM events WHERE sequence > +? ORDER BY sequence LIMIT +?`,
    from.sequence,
    eventsAtOnce,
  );
  let { sequence } = from;
  for (const event of events) {
    const entityId = integerIn(event, 'entityId');
    if (event['entity'] === 'payment') updateState(context, memory, entityId);
    else if (event['fromState'] === 'importing' && !isIncoming(context, entityId)) {
      if (sequence !== from.sequence) return { sequence, rowNumber: 0 };
      const rowNumber = addRows(context, memory, entityId, from.rowNumber);
      return rowNumber === null
        ? { sequence: integerIn(event, 'sequence'), rowNumber: 0 }
        : { sequence, rowNumber };
    }
    sequence = integerIn(event, 'sequence');
  }
  return { sequence, rowNumber: 0 };
}

/** Whether a batch is a payin or top-up: these have a separate list. */
function isIncoming({ connection }: Context, batchNumber: number): boolean {
  return connection.get('SELECT 1 FROM incoming WHERE batchNumber = +?', batchNumber) !== undefined;
}

/**
 * Adds the next rows of a batch; returns the last one added, or null if there are no more. A draft that is being deleted has none, and existing
 * ones stay: an older Bursar gave the number of a deleted draft to another one, which has two such events.
 */
function addRows(
  context: Context,
  memory: HistoryMemory,
  batchNumber: number,
  afterRow: number,
): number | null {
  const { connection } = context;
  const [first, last] = paymentIdsOf(batchNumber);
  const rows = connection.all(
    `SELECT payments.paymentId, rowNumber, profileNumber, coalesce(state, 'draft') AS state, currencyCode, paymentMethodCode,
       amount, accountName, accountNumber, reference, idPayment
     FROM ${paymentTables} WHERE payments.paymentId BETWEEN +? AND +?
       AND (SELECT batches.state FROM batches WHERE batches.batchNumber = payments.batchNumber) <> 'importing'
       AND NOT EXISTS (SELECT 1 FROM history WHERE history.paymentId = payments.paymentId)
     ORDER BY payments.paymentId LIMIT +?`,
    first + afterRow + 1,
    last,
    rowsAtOnce,
  );
  for (const row of rows) addRow(context, memory, row);
  const lastRow = rows.at(-1);
  if (lastRow === undefined || rows.length < rowsAtOnce) return null;
  return integerIn(lastRow, 'rowNumber');
}

function addRow({ connection }: Context, memory: HistoryMemory, row: Row): void {
  const facet = memory.facets.of(facetKeyIn(row));
  const paymentId = integerIn(row, 'paymentId');
  connection.insert('history', {
    paymentId,
    facetNumber: facet.facetNumber,
    amountKey: amountKeyOf(textIn(row, 'amount')),
    nameKey: nameKeyOf(textIn(row, 'accountName')),
  });
  memory.facets.count(facet, 1);
  memory.segments.put(paymentId, textOf(row));
}

/** The searchable text of a row's payment. */
export function textOf(row: Row): string {
  return searchedText(searchedIn(row));
}

/** Moves a payment to the facet of its current state, which may be later than the event's. */
function updateState(context: Context, { facets }: HistoryMemory, paymentId: number): void {
  const { connection } = context;
  const row = connection.get(
    'SELECT facetNumber, state FROM history CROSS JOIN lives USING (paymentId) WHERE history.paymentId = +?',
    paymentId,
  );
  // A payin or top-up is in no list of payouts, and a discarded draft may have been replaced since.
  if (row === undefined) return;
  const facet = facets.ofNumber(integerIn(row, 'facetNumber'));
  if (facet === undefined) throw unreadable(`a payment ${paymentId} of no facet`);
  const state = stateIn(row, 'state');
  if (facet.state === state) return;
  const { profileNumber, currencyCode, paymentMethodCode } = facet;
  const next = facets.of({ profileNumber, state, currencyCode, paymentMethodCode });
  connection.run('UPDATE history SET facetNumber = ? WHERE paymentId = +?', next.facetNumber, paymentId);
  facets.count(facet, -1);
  facets.count(next, 1);
}
