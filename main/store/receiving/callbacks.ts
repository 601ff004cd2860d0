import { CallbackFault, CallbackOutcome } from '../../../contract/receiving/callbacks.ts';
import { readJson } from '../../../contract/json.ts';
import { profileNumberOfKey } from '../profiles/profile-number.ts';
import type { ReceivingStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import {
  choiceIn,
  integerIn,
  named,
  textIn,
  textOrNullIn,
  timeIn,
  timeOrNullIn,
  type Row,
} from '../read-row.ts';

/** Callback addresses, and the requests that came to them. */
export function callbackMethods({ connection, leftOut }: Context) {
  return {
    callbackAddresses() {
      return connection
        .all(
          `SELECT keyId, name, secret, firstReachedAt, lastReachedAt FROM callbackAddresses JOIN profiles USING (profileNumber)
           WHERE removedAt IS NULL ORDER BY name`,
        )
        .map((row) => ({
          keyId: textIn(row, 'keyId'),
          profileName: textIn(row, 'name'),
          secret: textIn(row, 'secret'),
          firstReachedAt: timeOrNullIn(row, 'firstReachedAt'),
          lastReachedAt: timeOrNullIn(row, 'lastReachedAt'),
        }));
    },

    /** Does nothing for a removed profile. */
    setCallbackSecret(keyId, secret) {
      connection.run(
        `INSERT INTO callbackAddresses (profileNumber, secret) SELECT profileNumber, ? FROM profiles WHERE keyId = +?
         ON CONFLICT (profileNumber) DO UPDATE SET secret = excluded.secret, firstReachedAt = NULL, lastReachedAt = NULL`,
        secret,
        keyId,
      );
    },

    noteCallbacks({ deliveries, reached, at: reachedAt }, kept) {
      connection.transaction(() => {
        for (const keyId of reached)
          connection.run(
            `UPDATE callbackAddresses SET firstReachedAt = coalesce(firstReachedAt, ?), lastReachedAt = ?
             WHERE profileNumber = ${profileNumberOfKey}`,
            reachedAt,
            reachedAt,
            keyId,
          );
        for (const { at, keyId, outcome, idEntity, status, fault } of deliveries)
          connection.run(
            `INSERT INTO callbackDeliveries (at, profileNumber, outcome, idEntity, status, problem)
             VALUES (?, ${profileNumberOfKey}, ?, ?, ?, ?)`,
            at,
            keyId,
            outcome,
            idEntity,
            status,
            fault === null ? null : JSON.stringify(fault),
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
    },

    listDeliveries(limit) {
      const rows = connection.all(
        `SELECT deliveryNumber, at, name, outcome, idEntity, status, problem
         FROM callbackDeliveries LEFT JOIN profiles USING (profileNumber) ORDER BY deliveryNumber DESC LIMIT +?`,
        limit,
      );
      return leftOut.readable(rows, (row) =>
        named(
          () => 'a callback',
          () => ({
            number: integerIn(row, 'deliveryNumber'),
            at: timeIn(row, 'at'),
            profileName: textOrNullIn(row, 'name'),
            outcome: choiceIn(row, 'outcome', CallbackOutcome.options),
            idEntity: textOrNullIn(row, 'idEntity'),
            status: integerIn(row, 'status'),
            fault: readFault(row),
          }),
        ),
      );
    },
  } satisfies Partial<ReceivingStore>;
}

function readFault(row: Row): CallbackFault | null {
  const json = textOrNullIn(row, 'problem');
  return json === null ? null : (readJson(CallbackFault, json) ?? { code: 'other', text: json });
}
