import { profileNumberOfKey, profileRemoved } from '../profiles/profile-number.ts';
import { isSameCode } from '../../../contract/same-code.ts';
import { IncomingKind, PayingInstructions } from '../../../contract/receiving/incoming.ts';
import { readJson } from '../../../contract/json.ts';
import type {
  IncomingReading,
  ReceivingStore,
  NewIncomingPayment,
  StoredPayment,
} from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { flowTimeOf } from '../flows/index-flows.ts';
import { insertPayment } from '../batches/import-rows.ts';
import { RowsSeal } from '../audit/event-facts.ts';
import { inLedger, keptText } from '../audit/ledger.ts';
import { batchNumberOf, idsPerBatch, paymentIdOf } from '../payments/payment-id.ts';
import { isInMotion, paymentOf } from '../payments/read-payment.ts';
import { integerIn, integerOrNullIn, stateIn, textIn, textOrNullIn, timeIn } from '../read-row.ts';
import { isNotUnique, StoreError } from '../store-error.ts';

const separator = '\u001f';

/** Payins and top-ups. */
export function incomingMethods(context: Context) {
  const { connection, batchCache } = context;
  return {
    /** The batch passes through all states, so that its events are like those of a batch of payouts. */
    addIncoming(payment) {
      const { batchId, keyId, kind, origin, awaitedUntil, rowsHash, at } = payment;
      const isSent = origin === 'created';
      const paymentId = inLedger(context, at, (ledger) => {
        const batch = connection.get(
          `INSERT INTO batches (batchNumber, batchId, profileNumber, kind, fileName, fileHash, callbackUrl, state, rows, lastRowNumber, rowsHash, totals, createdAt)
           SELECT lastNumber + 1, ?, profileNumber, ?, ?, '', ?, 'importing', 1, 1, ?, ?, ? FROM profiles, batchNumbers WHERE keyId = +? AND removedAt IS NULL
           RETURNING batchNumber, profileNumber`,
          batchId,
          kind,
          kind,
          payment.callbackUrl,
          rowsHash,
          JSON.stringify([{ currencyCode: payment.currencyCode, amount: payment.amount, count: 1 }]),
          at,
          keyId,
        );
        if (batch === undefined) throw profileRemoved();
        const batchNumber = integerIn(batch, 'batchNumber');
        const id = paymentIdOf(batchNumber, 1);
        const seal = new RowsSeal();
        connection.insert('incoming', {
          batchNumber,
          origin,
          returnUrl: payment.returnUrl,
          foldedText: foldedTextOf(payment),
          awaitedUntil,
        });
        insertRow(context, batchNumber, integerIn(batch, 'profileNumber'), payment);
        ledger.count(batchNumber, 'draft', 1);
        connection.run(`UPDATE batches SET state = 'draft' WHERE batchNumber = +?`, batchNumber);
        seal.addStored(connection, id, id);
        ledger.batchChanged(
          batchNumber,
          'importing',
          'draft',
          { cause: { code: origin }, detail: rowsHash },
          seal.digest(),
        );
        connection.run(
          `UPDATE batches SET state = 'releasing', releasedAt = ?, queuedUpToRow = 1 WHERE batchNumber = +?`,
          at,
          batchNumber,
        );
        ledger.batchChanged(batchNumber, 'draft', 'releasing', { cause: { code: origin }, detail: rowsHash });
        const state = isSent ? 'queued' : 'awaited';
        connection.insert('lives', { paymentId: id, state, dueAt: isSent ? null : at, updatedAt: at });
        ledger.paymentChanged(id, 'draft', state, { cause: { code: origin } });
        connection.run(`UPDATE batches SET state = 'released' WHERE batchNumber = +?`, batchNumber);
        ledger.batchChanged(batchNumber, 'releasing', 'released', { cause: { code: origin } });
        return id;
      });
      return paymentOf(context, paymentId);
    },

    findIncoming(kind, idPayment, keyId) {
      const row = connection.get(
        `SELECT paymentId FROM payments INDEXED BY orderIds WHERE idPayment = +? AND kind = +?
           AND profileNumber = ${profileNumberOfKey}`,
        idPayment,
        kind,
        keyId,
      );
      return row === undefined ? null : paymentOf(context, integerIn(row, 'paymentId'));
    },

    findRemovedIncoming(kind, idPayment, profileName) {
      const paymentId = connection.integerOrNull(
        `SELECT max(paymentId) AS paymentId FROM payments INDEXED BY orderIds WHERE idPayment = +? AND kind = +?
           AND profileNumber IN (SELECT profileNumber FROM profiles WHERE removedAt IS NOT NULL AND name = coalesce(?, name))`,
        idPayment,
        kind,
        profileName ?? null,
      );
      return paymentId === null ? null : paymentOf(context, paymentId);
    },

    incomingOfBatch(batchId) {
      const batchNumber = batchCache.numberOf(batchId);
      if (batchNumber === null) return null;
      const { kind, incoming } = batchCache.ofBatch(batchNumber);
      const found = IncomingKind.safeParse(kind);
      return incoming === null || !found.success ? null : { kind: found.data, idPayment: incoming.idPayment };
    },

    countUnsentIncoming() {
      const isIncoming = `EXISTS (SELECT 1 FROM incoming WHERE batchNumber = paymentId / ${idsPerBatch})`;
      return connection.integer(
        `SELECT (SELECT count(*) FROM lives INDEXED BY firstLivesQueued
             WHERE state = 'queued' AND paymentId % ${idsPerBatch} = 1 AND ${isIncoming})
           + (SELECT count(*) FROM lives INDEXED BY livesInMotion
             WHERE state IN ('sending', 'unknown') AND ${isInMotion} AND paymentId % ${idsPerBatch} = 1 AND ${isIncoming}) AS unsent`,
      );
    },

    /** SQLite returns every row up to the limit and the filter is applied here, so that it never reads more rows than that. */
    scanIncoming(
      { kind, profileName, states, currencyCode, dateOf, from, until, search },
      { after, limit, scanLimit, isShown },
    ) {
      const before = after === null ? Number.MAX_SAFE_INTEGER : batchCache.numberOf(after);
      if (before === null) return { found: [], next: null };
      const environment = environmentOf(context, profileName);
      const rows = connection.all(
        `SELECT incoming.batchNumber AS place, instr(incoming.foldedText, ?) > 0 AS isFound, payments.kind AS kind, name, environment, currencyCode,
           lives.state AS state, lives.updatedAt AS updatedAt, lives.processedAt AS processedAt, batches.createdAt AS createdAt
         FROM (SELECT batchNumber, foldedText FROM incoming WHERE batchNumber < +? ORDER BY batchNumber DESC LIMIT +?) AS incoming
           CROSS JOIN batches ON batches.batchNumber = incoming.batchNumber
           CROSS JOIN payments ON payments.paymentId = incoming.batchNumber * ${idsPerBatch} + 1
           CROSS JOIN lives ON lives.paymentId = payments.paymentId
           CROSS JOIN profiles ON profiles.profileNumber = payments.profileNumber
         ORDER BY incoming.batchNumber DESC`,
        search?.toLowerCase() ?? '',
        before,
        scanLimit,
      );
      const found: StoredPayment[] = [];
      for (const row of rows) {
        const at = dateOf === 'paid' ? flowTimeOf(row) : timeIn(row, 'createdAt');
        const isMatch =
          (search === null || row['isFound'] === 1) &&
          (kind === null || row['kind'] === kind) &&
          (profileName === null || row['name'] === profileName) &&
          (environment === null || row['environment'] === environment) &&
          (currencyCode === null || isSameCode(textIn(row, 'currencyCode'), currencyCode)) &&
          (from === null || at >= from) &&
          (until === null || at < until) &&
          (dateOf === 'created' || row['state'] === 'paid') &&
          (states.length === 0 || states.includes(stateIn(row, 'state')));
        if (!isMatch) continue;
        const place = integerIn(row, 'place');
        const read = (): StoredPayment => paymentOf(context, paymentIdOf(place, 1));
        const [payment] = isShown ? context.leftOut.readable([place], read) : [read()];
        if (payment === undefined) continue;
        found.push(payment);
        if (found.length === limit) return { found, next: payment.batchId };
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < scanLimit) return { found, next: null };
      return { found, next: batchCache.ofBatch(integerIn(last, 'place')).batchId };
    },

    prolongAwaiting(paymentId, awaitedUntil, at) {
      return inLedger(context, at, (ledger) => {
        const isAwaited = connection.run(
          `UPDATE lives SET dueAt = ?, polls = 0 WHERE paymentId = +? AND state = 'awaited'`,
          at,
          paymentId,
        );
        if (isAwaited === 0) return false;
        connection.run(
          'UPDATE incoming SET awaitedUntil = max(awaitedUntil, ?) WHERE batchNumber = +?',
          awaitedUntil,
          batchNumberOf(paymentId),
        );
        ledger.paymentChanged(paymentId, 'awaited', 'awaited', {
          cause: { code: 'awaitedLonger' },
        });
        batchCache.clear();
        return true;
      });
    },

    /** Instructions that cannot be read count as none, so Bursar requests them again. */
    readingOf(paymentId) {
      const row = connection.get(
        'SELECT answeredAt, answer, instructions FROM incoming WHERE batchNumber = +?',
        batchNumberOf(paymentId),
      );
      const askedAt = row === undefined ? null : integerOrNullIn(row, 'answeredAt');
      if (row === undefined || askedAt === null) return null;
      return {
        askedAt,
        raw: textIn(row, 'answer'),
        instructions: readInstructions(textOrNullIn(row, 'instructions')),
      };
    },

    noteSent(paymentId, { cause, at }) {
      const { state } = paymentOf(context, paymentId);
      inLedger(context, at, (ledger) => ledger.paymentChanged(paymentId, state, state, { cause }));
    },
  } satisfies Partial<ReceivingStore>;
}

/** The environment of the profile that has this name now; null if none has. */
function environmentOf({ connection }: Context, profileName: string | null): string | null {
  const row = connection.get(
    'SELECT environment FROM profiles WHERE name = +? AND removedAt IS NULL',
    profileName,
  );
  return row === undefined ? null : textIn(row, 'environment');
}

function insertRow(
  { connection }: Context,
  batchNumber: number,
  profileNumber: number,
  { kind, idPayment, ...payment }: NewIncomingPayment,
): void {
  try {
    insertPayment(
      connection,
      { batchNumber, profileNumber },
      {
        ...payment,
        kind,
        idPayment,
        rowNumber: 1,
        idPayout: idPayment,
        reference: payment.note,
        tokenChunk: 1,
        retryOf: null,
      },
    );
  } catch (error) {
    if (!isNotUnique(error)) throw error;
    throw new StoreError(
      'orderIdUsed',
      `The order ID ${idPayment} has been used already. Choose another one, or leave it empty.`,
    );
  }
}

/** Its searchable text, in lower case. */
function foldedTextOf({
  accountName,
  accountNumber,
  idPayment,
  emailAddress,
  note,
}: NewIncomingPayment): string {
  return [accountName, accountNumber, idPayment, emailAddress, note].join(separator).toLowerCase();
}

/**
 * Stores the gateway's last answer; does nothing for a payout. The column keeps the name that it had when it held the time of the answer,
 * up to version 0.4.0.
 */
export function keepReading(
  connection: Connection,
  paymentId: number,
  { askedAt, raw, instructions }: IncomingReading,
): void {
  connection.run(
    'UPDATE incoming SET answeredAt = ?, answer = ?, instructions = ? WHERE batchNumber = +?',
    askedAt,
    keptText(raw),
    instructions === null ? null : JSON.stringify(instructions),
    batchNumberOf(paymentId),
  );
}

function readInstructions(text: string | null): PayingInstructions | null {
  return readJson(PayingInstructions, text);
}
