import { CallbackOutcome } from '../../../contract/receiving/callbacks.ts';
import type { CallbackAddress, CallbackStore, StoredDelivery } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { choiceIn, integerIn, integerOrNullIn, textIn, textOrNullIn } from '../read-row.ts';

/** See CallbackStore. */
export function callbackAddresses({ connection }: Context): CallbackAddress[] {
  return connection
    .all(
      `SELECT keyId, name, secret, firstReachedAt, lastReachedAt FROM callbackAddresses JOIN profiles USING (profileNumber)
       WHERE removedAt IS NULL ORDER BY name`,
    )
    .map((row) => ({
      keyId: textIn(row, 'keyId'),
      profileName: textIn(row, 'name'),
      secret: textIn(row, 'secret'),
      firstReachedAt: integerOrNullIn(row, 'firstReachedAt'),
      lastReachedAt: integerOrNullIn(row, 'lastReachedAt'),
    }));
}

/** See CallbackStore. Of a profile that has gone in the meantime nothing is kept. */
export function setCallbackSecret({ connection }: Context, keyId: string, secret: string): void {
  connection.run(
    `INSERT INTO callbackAddresses (profileNumber, secret) SELECT profileNumber, ? FROM profiles WHERE keyId = +?
     ON CONFLICT (profileNumber) DO UPDATE SET secret = excluded.secret, firstReachedAt = NULL, lastReachedAt = NULL`,
    secret,
    keyId,
  );
}

/** See CallbackStore. */
export function noteCallbacks(
  { connection }: Context,
  { deliveries, reached, at: reachedAt }: Parameters<CallbackStore['noteCallbacks']>[0],
  kept: Parameters<CallbackStore['noteCallbacks']>[1],
): void {
  connection.transaction(() => {
    for (const keyId of reached)
      connection.run(
        `UPDATE callbackAddresses SET firstReachedAt = coalesce(firstReachedAt, ?), lastReachedAt = ?
         WHERE profileNumber = (SELECT profileNumber FROM profiles WHERE keyId = +?)`,
        reachedAt,
        reachedAt,
        keyId,
      );
    for (const { at, keyId, outcome, idEntity, status, message } of deliveries)
      connection.run(
        `INSERT INTO callbackDeliveries (at, profileNumber, outcome, idEntity, status, message)
         VALUES (?, (SELECT profileNumber FROM profiles WHERE keyId = +?), ?, ?, ?, ?)`,
        at,
        keyId,
        outcome,
        idEntity,
        status,
        message,
      );
    const forget = (which: string, most: number): number =>
      connection.run(
        `DELETE FROM callbackDeliveries WHERE deliveryNumber IN (SELECT deliveryNumber FROM callbackDeliveries
           WHERE status ${which} 200 ORDER BY deliveryNumber DESC LIMIT -1 OFFSET +?)`,
        most,
      );
    forget('=', kept.taken);
    forget('<>', kept.turnedAway);
  });
}

/** See CallbackStore. */
export function listDeliveries({ connection }: Context, limit: number): StoredDelivery[] {
  return connection
    .all(
      `SELECT deliveryNumber, at, name, outcome, idEntity, status, message
       FROM callbackDeliveries LEFT JOIN profiles USING (profileNumber) ORDER BY deliveryNumber DESC LIMIT +?`,
      limit,
    )
    .map((row) => ({
      number: integerIn(row, 'deliveryNumber'),
      at: integerIn(row, 'at'),
      profileName: textOrNullIn(row, 'name'),
      outcome: choiceIn(row, 'outcome', CallbackOutcome.options),
      idEntity: textOrNullIn(row, 'idEntity'),
      status: integerIn(row, 'status'),
      message: textOrNullIn(row, 'message'),
    }));
}
