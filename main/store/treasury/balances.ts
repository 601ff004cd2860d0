import { profileNumberOf, profileNumberOfKey } from '../profiles/profile-number.ts';
import type { SnapshotPlace, TreasuryStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { decimalIn, integerIn, textIn, type Row } from '../read-row.ts';

const ofProfile = `profileNumber = ${profileNumberOfKey}`;

/** The latest balances, and snapshots of earlier ones. */
export function balanceMethods({ connection }: Context) {
  return {
    latestBalances(keyId) {
      const row = connection.get(`SELECT asOf, balances FROM latestBalances WHERE ${ofProfile}`, keyId);
      return row === undefined ? null : { asOf: integerIn(row, 'asOf'), json: textIn(row, 'balances') };
    },

    /** Stores nothing for a removed profile. */
    saveBalances(keyId, { asOf, json }, { at, quietMs, list }) {
      connection.transaction(() => {
        const profileNumber = profileNumberOf(connection, keyId);
        if (profileNumber === null) return;
        connection.run(
          `INSERT INTO latestBalances (profileNumber, asOf, balances) VALUES (?, ?, ?)
           ON CONFLICT (profileNumber) DO UPDATE SET asOf = excluded.asOf, balances = excluded.balances`,
          profileNumber,
          asOf,
          json,
        );
        for (const { currencyCode, available, amounts } of list) {
          const last = connection.get(
            `SELECT at, amounts FROM balanceSnapshots
             WHERE profileNumber = +? AND currencyCode = +? AND at <= +? ORDER BY at DESC LIMIT 1`,
            profileNumber,
            currencyCode,
            at,
          );
          const isNews =
            last === undefined ||
            textIn(last, 'amounts') !== amounts ||
            at - integerIn(last, 'at') >= quietMs;
          if (isNews)
            connection.insert(
              'balanceSnapshots',
              { profileNumber, currencyCode, at, available, amounts },
              'OR REPLACE',
            );
        }
      });
    },

    /** One index lookup per currency. */
    snapshotCurrencies(keyId) {
      const found: string[] = [];
      for (;;) {
        const next = connection.get(
          `SELECT currencyCode FROM balanceSnapshots WHERE ${ofProfile} AND currencyCode > +?
           ORDER BY currencyCode LIMIT 1`,
          keyId,
          found.at(-1) ?? '',
        );
        if (next === undefined) return found;
        found.push(textIn(next, 'currencyCode'));
      }
    },

    snapshotsAfter(keyId, currencyCode, { after, until, limit }) {
      const rows = connection.all(
        `SELECT at, amounts FROM balanceSnapshots
         WHERE ${ofProfile} AND currencyCode = +? AND at > +? AND at < +? ORDER BY at LIMIT +?`,
        keyId,
        currencyCode,
        after,
        until,
        limit,
      );
      return rows.map((row) => ({ at: integerIn(row, 'at'), amounts: textIn(row, 'amounts') }));
    },

    snapshotBefore(keyId, currencyCode, before) {
      const row = connection.get(
        `SELECT at, amounts FROM balanceSnapshots
         WHERE ${ofProfile} AND currencyCode = +? AND at < +? ORDER BY at DESC LIMIT 1`,
        keyId,
        currencyCode,
        before,
      );
      return row === undefined ? null : { at: integerIn(row, 'at'), amounts: textIn(row, 'amounts') };
    },

    /** One index lookup per part, however many snapshots there are. */
    snapshotsBetween(keyId, currencyCode, { since, until, parts }) {
      const first = connection.get(
        `SELECT at FROM balanceSnapshots WHERE ${ofProfile} AND currencyCode = +? AND at >= +? ORDER BY at LIMIT 1`,
        keyId,
        currencyCode,
        since,
      );
      if (first === undefined) return [];
      // A history shorter than the requested time is thinned no more than necessary.
      const start = integerIn(first, 'at');
      const step = (until - start) / parts;
      const found: { at: number; available: string }[] = [];
      for (let part = 0; part < parts; part += 1) {
        const from = part === 0 ? start - 1 : Math.floor(start + part * step);
        const to = part === parts - 1 ? until : Math.floor(start + (part + 1) * step);
        const row = connection.get(
          `SELECT at, available FROM balanceSnapshots WHERE ${ofProfile} AND currencyCode = +? AND at > +? AND at <= +?
           ORDER BY at DESC LIMIT 1`,
          keyId,
          currencyCode,
          from,
          to,
        );
        if (row !== undefined)
          found.push({ at: integerIn(row, 'at'), available: decimalIn(row, 'available') });
      }
      return found;
    },

    /**
     * The last snapshot of each interval stays: the value at the end of the day, or the hour. So does the first of all, from which statements
     * derive their opening: without it, they would lose what became unexplained after it.
     */
    thinSnapshots(after, limit, { now, stretchMs }) {
      const { profileNumber, currencyCode, at } = after ?? { profileNumber: 0, currencyCode: '', at: 0 };
      const places = connection
        .all(
          `SELECT profileNumber, currencyCode, at FROM balanceSnapshots
           WHERE (profileNumber, currencyCode, at) > (?, ?, ?) ORDER BY profileNumber, currencyCode, at LIMIT +?`,
          profileNumber,
          currencyCode,
          at,
          limit + 1,
        )
        .map(placeOf);
      const isNeedless = (place: SnapshotPlace, following: SnapshotPlace): boolean => {
        const stretch = stretchMs(now - place.at);
        return (
          stretch > 0 &&
          isOfSame(place, following) &&
          Math.floor(place.at / stretch) === Math.floor(following.at / stretch)
        );
      };
      const needless = places.filter((place, index) => {
        const [earlier, following] = [places[index - 1] ?? after, places[index + 1]];
        const isFirst = earlier === null || !isOfSame(earlier, place);
        return !isFirst && following !== undefined && isNeedless(place, following);
      });
      if (needless.length > 0)
        connection.transaction(() => {
          for (const place of needless)
            connection.run(
              'DELETE FROM balanceSnapshots WHERE profileNumber = +? AND currencyCode = +? AND at = +?',
              place.profileNumber,
              place.currencyCode,
              place.at,
            );
        });
      return { next: places.length > limit ? (places[limit - 1] ?? null) : null };
    },
  } satisfies Partial<TreasuryStore>;
}

function isOfSame(left: SnapshotPlace, right: SnapshotPlace): boolean {
  return left.profileNumber === right.profileNumber && left.currencyCode === right.currencyCode;
}

function placeOf(row: Row): SnapshotPlace {
  return {
    profileNumber: integerIn(row, 'profileNumber'),
    currencyCode: textIn(row, 'currencyCode'),
    at: integerIn(row, 'at'),
  };
}
