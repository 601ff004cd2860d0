import type { Cause } from '../../../contract/payments/cause.ts';
import { unfinishedStates } from '../batches/batch-states.ts';
import { Authentication, Environment, Profile } from '../../../contract/profile.ts';
import type { ProfileStore, ProfileUse, StoredProfile } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { factOf, readFacts } from '../audit/event-facts.ts';
import { inLedger, type Ledger } from '../audit/ledger.ts';
import { writeSettings } from '../settings/index.ts';
import {
  choiceIn,
  flagIn,
  integerIn,
  named,
  textIn,
  textOrNullIn,
  timeIn,
  validIn,
  type Row,
} from '../read-row.ts';
import { unreadable } from '../store-error.ts';
import { profileNumberOf } from './profile-number.ts';

const lastFacts = `(SELECT facts FROM events WHERE entity = 'profile' AND entityId = profiles.profileNumber
  ORDER BY sequence DESC LIMIT 1)`;
const read = `coalesce(signingKeyId, keyId) AS signingKeyId, keyId, name, environment, baseUrl, merchantCode, callbackUrl,
  authentication, hasStoredKey, createdAt, paymentPageUrl, prepareOnlySince, ${lastFacts} AS facts`;
/** Where signed requests, money and customers go. */
const destinations = [
  ['environment', 'an environment'],
  ['baseUrl', 'a gateway address'],
  ['merchantCode', 'a merchant code'],
  ['callbackUrl', 'a callback address'],
  ['paymentPageUrl', 'an address of the payment page'],
] as const;

const anyBatch = (condition: string): string =>
  `EXISTS (SELECT 1 FROM batches WHERE batches.profileNumber = profiles.profileNumber AND ${condition})`;
const anyPayment = (condition: string): string =>
  anyBatch(`state NOT IN ('importing', 'draft', 'releasing', 'cancelled') AND EXISTS (
    SELECT 1 FROM paymentCounts WHERE paymentCounts.batchNumber = batches.batchNumber
      AND count > 0 AND paymentCounts.${condition})`);

/**
 * What still needs a profile. Drafts: if they were released later, no profile could send them. Payments that were sent outside this history
 * until a person has decided: without the profile nobody could ask about an adopted one.
 */
const uses = {
  drafts: anyBatch(`state IN ('importing', 'draft', 'releasing')`),
  unfinished: anyPayment(`state IN ${unfinishedStates}`),
  outside: anyPayment(`state = 'outside'`),
} satisfies Record<ProfileUse, string>;
const isInUse = `(${Object.values(uses).join(' OR ')})`;

/** Profiles, each change with its event. */
export function profileMethods(context: Context) {
  const { connection, batchCache } = context;
  const profileRows = (): Row[] =>
    connection.all(`SELECT ${read} FROM profiles WHERE removedAt IS NULL ORDER BY name`);
  return {
    listProfiles: () => profileRows().map(readProfile),

    readableProfiles: () => context.leftOut.readable(profileRows(), readProfile),

    findProfile(name) {
      const row = connection.get(`SELECT ${read} FROM profiles WHERE name = +? AND removedAt IS NULL`, name);
      return row === undefined ? null : readProfile(row);
    },

    profileOfKey(keyId) {
      const row = connection.get(`SELECT ${read} FROM profiles WHERE keyId = +?`, keyId);
      return row === undefined ? null : readProfile(row);
    },

    keyIdsIn(environment) {
      const rows = connection.all('SELECT keyId, environment FROM profiles ORDER BY profileNumber');
      // One that cannot be read may be of either: what it paid is not left out in silence.
      const of = (row: Row): Environment =>
        named(
          () => 'a profile',
          () => choiceIn(row, 'environment', Environment.options),
        );
      return rows.filter((row) => of(row) === environment).map((row) => textIn(row, 'keyId'));
    },

    /** A removed profile of the same merchant at the same address comes back as the row that it was, so that its order IDs
     * stay used; it takes the new key ID, under which its key is now kept. */
    addProfile(profile, settings = []) {
      const { keyId, name, environment, baseUrl, merchantCode, callbackUrl, authentication, at } = profile;
      const { paymentPageUrl } = profile;
      const prepareOnlySince = profile.isPrepareOnly === true ? at : null;
      const hasStoredKey = profile.hasStoredKey ? 1 : 0;
      const isAdded = inLedger(context, at, (ledger) => {
        if (
          connection.get('SELECT 1 FROM profiles WHERE name = +? AND removedAt IS NULL', name) !== undefined
        )
          return false;
        const same = connection.get(
          `SELECT profileNumber, removedAt IS NOT NULL AS isRemoved,
             environment <> ? AND EXISTS (SELECT 1 FROM batches WHERE batches.profileNumber = profiles.profileNumber) AS isOther
           FROM profiles WHERE merchantCode = +? AND baseUrl = +?`,
          environment,
          merchantCode,
          baseUrl,
        );
        if (same === undefined) {
          connection.insert('profiles', {
            keyId,
            name,
            environment,
            baseUrl,
            merchantCode,
            callbackUrl,
            authentication,
            hasStoredKey,
            createdAt: at,
            paymentPageUrl,
            prepareOnlySince,
          });
          noteChange(connection, ledger, { keyId }, { code: 'profileAdded' });
          writeSettings(connection, ledger, settings);
          return true;
        }
        // Its payments would become those of the other environment.
        if (!flagIn(same, 'isRemoved') || flagIn(same, 'isOther')) return false;
        connection.run(
          `UPDATE profiles SET keyId = ?, signingKeyId = NULL, name = ?, environment = ?, callbackUrl = ?, authentication = ?, hasStoredKey = ?,
             paymentPageUrl = ?, prepareOnlySince = ?, removedAt = NULL WHERE profileNumber = +?`,
          keyId,
          name,
          environment,
          callbackUrl,
          authentication,
          hasStoredKey,
          paymentPageUrl,
          prepareOnlySince,
          integerIn(same, 'profileNumber'),
        );
        noteChange(connection, ledger, { keyId }, { code: 'profileAddedAgain' });
        writeSettings(connection, ledger, settings);
        return true;
      });
      batchCache.clear();
      return isAdded;
    },

    editProfile(name, { newName = name, callbackUrl, paymentPageUrl, settings = [], at }) {
      const outcome = inLedger(context, at, (ledger) => {
        const isTaken =
          newName !== name &&
          connection.get('SELECT 1 FROM profiles WHERE name = +? AND removedAt IS NULL', newName) !==
            undefined;
        if (isTaken) return 'nameTaken';
        const before = connection.get(
          'SELECT name, callbackUrl, paymentPageUrl FROM profiles WHERE name = +? AND removedAt IS NULL',
          name,
        );
        if (before === undefined) return 'notFound';
        const after = {
          name: newName,
          callbackUrl: callbackUrl ?? textIn(before, 'callbackUrl'),
          paymentPageUrl:
            paymentPageUrl === undefined ? textOrNullIn(before, 'paymentPageUrl') : paymentPageUrl,
        };
        connection.run(
          'UPDATE profiles SET name = ?, callbackUrl = ?, paymentPageUrl = ? WHERE name = +? AND removedAt IS NULL',
          after.name,
          after.callbackUrl,
          after.paymentPageUrl,
          name,
        );
        const changes = differences(before, after);
        noteChange(connection, ledger, { name: newName }, { code: 'profileEdited', changes });
        writeSettings(connection, ledger, settings);
        return 'edited';
      });
      batchCache.clear();
      return outcome;
    },

    usesOfProfile(name) {
      const names = ['drafts', 'unfinished', 'outside'] as const;
      return names.filter((use) =>
        connection.get(
          `SELECT keyId FROM profiles WHERE name = +? AND removedAt IS NULL AND ${uses[use]}`,
          name,
        ),
      );
    },

    removeProfile(name, at, settings = []) {
      const isRemoved = inLedger(context, at, (ledger) => {
        const row = connection.get(
          `SELECT keyId FROM profiles WHERE name = +? AND removedAt IS NULL AND NOT ${isInUse}`,
          name,
        );
        if (row === undefined) return false;
        const keyId = textIn(row, 'keyId');
        noteSpare(connection, keyId);
        connection.run('UPDATE profiles SET removedAt = ?, hasStoredKey = 0 WHERE keyId = +?', at, keyId);
        noteChange(connection, ledger, { keyId }, { code: 'profileRemoved' });
        writeSettings(connection, ledger, settings);
        return true;
      });
      batchCache.clear();
      return isRemoved;
    },

    setHasStoredKey(keyId, hasStoredKey, at, fingerprint = null) {
      inLedger(context, at, (ledger) => {
        connection.run('UPDATE profiles SET hasStoredKey = ? WHERE keyId = +?', hasStoredKey ? 1 : 0, keyId);
        const cause: Cause = hasStoredKey ? { code: 'keyStored', fingerprint } : { code: 'keyForgotten' };
        noteChange(connection, ledger, { keyId }, cause);
      });
    },
  } satisfies Partial<ProfileStore>;
}

type Fields = Readonly<Record<'name' | 'callbackUrl' | 'paymentPageUrl', string | null>>;

/** Which of these values of a profile an edit changes. */
function differences(
  before: Row,
  after: Fields,
): { field: keyof Fields; from: string | null; to: string | null }[] {
  const fields = ['name', 'callbackUrl', 'paymentPageUrl'] as const;
  return fields
    .map((field) => ({ field, from: textOrNullIn(before, field), to: after[field] }))
    .filter(({ from, to }) => from !== to);
}

/** The stored key or secret of a profile becomes spare once the profile no longer signs with it. */
export function noteSpare(connection: Connection, keyId: string): void {
  connection.run(
    `INSERT OR IGNORE INTO spareKeys (keyId) SELECT coalesce(signingKeyId, keyId) FROM profiles
     WHERE keyId = +? AND (hasStoredKey = 1 OR authentication = 'secret')`,
    keyId,
  );
}

/** Appends an event with the current values of a profile; a name is that of a profile which is not removed. */
export function noteChange(
  connection: Connection,
  ledger: Ledger,
  profile: { readonly keyId: string } | { readonly name: string },
  cause: Cause,
): void {
  const profileNumber =
    'keyId' in profile
      ? profileNumberOf(connection, profile.keyId)
      : connection.integerOrNull(
          'SELECT profileNumber FROM profiles WHERE name = +? AND removedAt IS NULL',
          profile.name,
        );
  if (profileNumber !== null) ledger.recordChanged('profile', profileNumber, { cause });
}

/**
 * Appends a first event for each profile in a database from before profiles had events, which has none at all. A profile without one
 * in a log that has others was inserted by another program, and gets none.
 */
export function noteOlderProfiles(context: Context, at: number): void {
  const { connection } = context;
  const isOlder = `SELECT 1 FROM chain WHERE sequence = coalesce((SELECT max(sequence) FROM events), 0)
    AND NOT EXISTS (SELECT 1 FROM events WHERE entity = 'profile')`;
  if (connection.get(isOlder) === undefined) return;
  const rows = connection.all('SELECT profileNumber FROM profiles ORDER BY profileNumber');
  if (rows.length === 0) return;
  inLedger(context, at, (ledger) => {
    for (const row of rows)
      ledger.recordChanged('profile', integerIn(row, 'profileNumber'), {
        cause: { code: 'profileFound' },
      });
  });
}

function readProfile(row: Row): StoredProfile {
  const { name, baseUrl, merchantCode, callbackUrl } = Profile.shape;
  const record = (): string =>
    name.safeParse(row['name']).success ? `profile ${textIn(row, 'name')}` : 'a profile';
  return named(record, () => {
    const profile = {
      keyId: textIn(row, 'keyId'),
      signingKeyId: textIn(row, 'signingKeyId'),
      name: validIn(row, 'name', name, 'the name of a profile'),
      environment: choiceIn(row, 'environment', Environment.options),
      baseUrl: validIn(row, 'baseUrl', baseUrl, 'the address of a gateway'),
      merchantCode: validIn(row, 'merchantCode', merchantCode, 'a merchant code'),
      callbackUrl: validIn(row, 'callbackUrl', callbackUrl, 'an address'),
      paymentPageUrl:
        row['paymentPageUrl'] === null ? null : validIn(row, 'paymentPageUrl', baseUrl, 'an address'),
      authentication: choiceIn(row, 'authentication', Authentication.options),
      hasStoredKey: flagIn(row, 'hasStoredKey'),
      isPrepareOnly: row['prepareOnlySince'] !== null,
      createdAt: timeIn(row, 'createdAt'),
    };
    refuseRedirected(profile, textOrNullIn(row, 'facts'));
    return profile;
  });
}

/** A profile that leads elsewhere than its last event says is not used: its key would sign for another server. */
function refuseRedirected(profile: StoredProfile, facts: string | null): void {
  const recorded = readFacts(facts)?.profile ?? {};
  for (const [column, what] of destinations)
    if (factOf(profile[column]) !== (recorded[column] ?? null))
      throw unreadable(`${what} that is not the one in the audit log`);
}
