import { describe, expect, it } from 'vitest';
import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import { seenItem } from '../../../contract/treasury/attention.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import type { CoreContext } from '../../../main/core/context/context.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { noFilter } from '../../kit/samples.ts';
import type { VirtualOffice } from '../../kit/virtual-office.ts';
import { officeWith } from './damaged-office.ts';

/** The greatest number that SQLite stores: no time, and more than JavaScript counts exactly. */
const greatest = '9223372036854775807';

/** How many entries the answer of a list has. */
function entries(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  const list = Object.values(answer ?? {}).find((value) => Array.isArray(value));
  return Array.isArray(list) ? list.length : -1;
}

const lists: readonly (readonly [damage: string, list: OperationName, input: object])[] = [
  ['profiles SET createdAt', 'profiles.list', {}],
  ['notices SET at', 'attention.list', {}],
  ['callbackAddresses SET lastReachedAt', 'callbacks.state', {}],
  ['callbackDeliveries SET at', 'callbacks.deliveries', { limit: 9 }],
  ['sheets SET updatedAt', 'sheets.list', {}],
  ['batches SET createdAt', 'batches.list', { limit: 9 }],
  ['batches SET releasedAt', 'batches.list', { limit: 9 }],
  ['approvalFiles SET importedAt', 'approvals.list', { limit: 9 }],
  ['events SET at', 'audit.list', { limit: 9 }],
  ['bookExports SET keptAt', 'books.list', { profileName: 'main' }],
];

it.each(lists)('%s to a number that is no time hides no row of %s', async (damage, name, input) => {
  const sound = await officeWith('SELECT 1');
  const table = damage.split(' ', 1)[0] ?? '';
  const first = `rowid = (SELECT min(rowid) FROM ${table})`;
  const office = await officeWith(`UPDATE ${damage} = ${greatest} WHERE ${first}`);
  // The input belongs to the operation beside it.
  const given = input as OperationInput<typeof name>;
  expect(entries(await office.get(name, given))).toBe(entries(await sound.get(name, given)));
});

describe('a profile that cannot be read', () => {
  it.each([
    [`name = 'a b'`, `a profile with 'a b' as name where the name of a profile is expected`],
    [
      `baseUrl = 'gateway'`,
      `profile main with 'gateway' as baseUrl where the address of a gateway is expected`,
    ],
    [`callbackUrl = ''`, `profile main with '' as callbackUrl where an address is expected`],
    [`environment = 'x'`, `profile main with 'x' as environment where sandbox or live is expected`],
    [
      `hasStoredKey = ${greatest}`,
      `profile main with 9223372036854776000 as hasStoredKey where 0 or 1 is expected`,
    ],
  ])('%s is named, and hides no other', async (damage, what) => {
    const office = await officeWith(`UPDATE profiles SET ${damage} WHERE keyId = 'key-main'`);
    expect((await office.get('profiles.list', {})).map(({ name }) => name)).toEqual(['second']);
    const events = office.events.flatMap(({ kind, id }) => (kind === 'leftOut' ? [id] : []));
    expect(events).toContain(what);
    const item = (await office.get('attention.list', {})).find(({ kind }) => kind === 'unreadable');
    expect(item === undefined ? '' : attentionText(item)).toContain(what);
    expect(await office.get('doctor.run', {})).toContainEqual(
      expect.objectContaining({ code: 'records', isFine: false, unreadable: expect.arrayContaining([what]) }),
    );
    expect((await office.tell('runner.state', {})).ok).toBe(true);
  });

  it('is not named to a face without live profiles, of which it may be one', async () => {
    const office = await officeWith(`UPDATE profiles SET environment = 'x' WHERE keyId = 'key-main'`);
    const events: string[] = [];
    const emit: CoreContext['emit'] = ({ kind, id }) => void (kind === 'leftOut' && events.push(id));
    const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };
    const listed = await office.until(
      createCore({ ...office.parts, servesLive: false, emit }).then((handlers) =>
        createDispatch(handlers)('attention.list', {}, call),
      ),
    );
    const items = listed.ok ? listed.value : [];
    expect(items.map(attentionText).join(' ')).toContain('`bursar doctor` names what it is');
    expect(JSON.stringify([items, events])).not.toContain('profile main');
    expect(events).toContain('records');
  });

  it('is not passed over where a call names none: the other one is not the only profile', async () => {
    const office = await officeWith(`UPDATE profiles SET baseUrl = '' WHERE keyId = 'key-main'`);
    const bytes = new TextEncoder().encode('amount\n1.00');
    expect(await office.tell('batches.import', { fileName: 'a.csv', bytes })).toMatchObject({
      ok: false,
      error: { code: 'databaseDamaged' },
    });
    expect(await office.tell('position.read', {})).toMatchObject({
      ok: false,
      error: { code: 'databaseDamaged' },
    });
    expect((await office.tell('position.read', { profileName: 'second' })).ok).toBe(true);
  });

  it('releases nothing of another while it is not known whether its history is of the same environment', async () => {
    // Without its draft that waits for approvals, which is read for the funds of any draft.
    const office = await officeWith(
      `DELETE FROM approvalFiles; UPDATE profiles SET environment = 'x' WHERE keyId = 'key-main'`,
    );
    // What main has paid is a duplicate for second.
    const { batchId } = await office.draft([{ amount: '10.00', account: 'A-main' }], 'new.csv', 'second');
    expect(await office.tell('batches.check', { batchId, withOptions: false })).toMatchObject({
      ok: false,
      error: { code: 'databaseDamaged' },
    });
    expect(office.store.findBatch(batchId)?.releasedAt).toBeNull();
  });

  it.each([
    `callbackUrl = ''`,
    `environment = 'x'`,
    `authentication = ''`,
    `createdAt = ${greatest}`,
    `name = ''`,
  ])('stops no payout of another: %s', async (damage) => {
    const office = await officeWith(`UPDATE profiles SET ${damage} WHERE keyId = 'key-main'`);
    await office.get('runner.start', {});
    await office.pass(60_000);
    const sent = office.gateway
      .book()
      .map(({ merchantCode, acceptedCount }) => [merchantCode, acceptedCount]);
    expect(sent).toContainEqual(['second', 1]);
  });
});

describe('a row that cannot be read hides no other of its list, on any page:', () => {
  const newest = (of: string): string => `= (SELECT max(batchNumber) FROM batches WHERE ${of})`;

  /** The IDs of all pages of two, or of the next page that is asked for. */
  async function payouts(office: VirtualOffice): Promise<string[]> {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page: OperationOutput<'payouts.list'> = await office.get('payouts.list', { after, limit: 1 });
      found.push(...page.payouts.map(({ idPayout }) => idPayout));
      after = page.next;
    } while (after !== null);
    return found;
  }

  async function batches(office: VirtualOffice): Promise<string[]> {
    const found: string[] = [];
    for (let after: string | null = null; ; after = found.at(-1) ?? null) {
      const page: OperationOutput<'batches.list'> = await office.get('batches.list', { after, limit: 2 });
      found.push(...page.map(({ batchId }) => batchId));
      if (page.length < 2) return found;
    }
  }

  const incoming = async (office: VirtualOffice): Promise<string[]> =>
    (await office.get('incoming.list', { limit: 9 })).payments.map(({ idPayment }) => idPayment);

  it.each([
    [
      'amount',
      `payments SET amount = 'much' WHERE batchNumber ${newest(`kind = 'payout' AND releasedAt IS NOT NULL`)}`,
      payouts,
    ],
    ['polls', `lives SET polls = ${greatest} WHERE paymentId = (SELECT min(paymentId) FROM lives)`, payouts],
    ['totals', `batches SET totals = '[' WHERE batchNumber ${newest(`state = 'draft'`)}`, batches],
    ['batchId', `batches SET batchId = 'a b' WHERE batchNumber ${newest(`state = 'draft'`)}`, batches],
    ['origin', `incoming SET origin = '' WHERE batchNumber ${newest(`kind = 'payin'`)}`, incoming],
  ])('%s', async (_, damage, idsOf) => {
    const all = await idsOf(await officeWith('SELECT 1'));
    const office = await officeWith(`UPDATE ${damage}`);
    const left = await idsOf(office);
    expect(all.length).toBe(left.length + 1);
    expect(all.filter((id) => left.includes(id))).toEqual(left);
    const item = (await office.get('attention.list', {})).find(({ kind }) => kind === 'unreadable');
    expect(item).toMatchObject({ count: 1 });
  });

  it.each([`state = 'later'`, `count = ${greatest}`])('a facet of the history: %s', async (damage) => {
    const sound = await officeWith('SELECT 1');
    const office = await officeWith(
      `UPDATE historyFacets SET ${damage} WHERE facetNumber = (SELECT min(facetNumber) FROM historyFacets)`,
    );
    expect(await payouts(office)).toEqual(await payouts(sound));
    await office.pass(60_000);
    expect(office.store.countIndexed(noFilter)).toBe(sound.store.countIndexed(noFilter));
  });

  it('an export with such a row fails, and names it', async () => {
    const office = await officeWith(
      `UPDATE payments SET amount = 'much' WHERE batchNumber ${newest(`kind = 'payout' AND releasedAt IS NOT NULL`)}`,
    );
    const exported = await office.tell('payouts.export', { format: 'csv' });
    expect(exported).toMatchObject({ ok: false, error: { code: 'databaseDamaged' } });
    expect(exported.ok ? '' : exported.error.message).toMatch(/holds payment \S+ with 'much' as amount/);
  });
});

it.each([
  [`notices SET kind = 'later'`, 'attention.list', {}, 'a notice about batch'],
  [`callbackDeliveries SET outcome = ''`, 'callbacks.deliveries', { limit: 9 }, 'a callback with'],
  [`sheets SET totals = '['`, 'sheets.list', {}, 'sheet '],
  [`approvalFiles SET kind = 'later'`, 'approvals.list', { limit: 9 }, 'a signed file of'],
  [`payees SET totals = '['`, 'payees.list', { limit: 9 }, 'payee '],
  [`payees SET totals = '['`, 'payees.list', { limit: 9, search: 'a' }, 'payee '],
  [`bookExports SET fromDay = ${greatest}`, 'books.list', { profileName: 'main' }, 'export 1 of the books'],
] as const)('%s leaves one entry out of %s, and says so', async (damage, name, input, what) => {
  const sound = await officeWith('SELECT 1');
  const table = damage.split(' ', 1)[0] ?? '';
  const office = await officeWith(`UPDATE ${damage} WHERE rowid = (SELECT min(rowid) FROM ${table})`);
  // The input belongs to the operation beside it.
  const given = input as OperationInput<typeof name>;
  const left = entries(await office.get(name, given));
  // In place of it, “Needs attention” has the item that says so.
  expect(left).toBe(entries(await sound.get(name, given)) - (name === 'attention.list' ? 0 : 1));
  const item = (await office.get('attention.list', {})).find(({ kind }) => kind === 'unreadable');
  expect(item === undefined ? '' : attentionText(item)).toContain(what);
});

it.each([
  ['batches', 'rows', greatest],
  ['batches', 'lastRowNumber', greatest],
  ['batches', 'createdAt', greatest],
  ['batches', 'state', `'later'`],
  ['batches', 'totals', `'['`],
  ['lives', 'state', `'later'`],
  ['lives', 'updatedAt', greatest],
  ['lives', 'firstSentAt', greatest],
  ['batches', 'releasedAt', greatest],
  ['events', 'at', greatest],
  ['events', 'cause', `'['`],
  ['events', 'entityId', greatest],
  ['events', 'facts', `'['`],
  ['payments', 'amount', `'much'`],
  ['payments', 'rowNumber', greatest],
  ['profiles', 'environment', `'later'`],
  ['profiles', 'createdAt', greatest],
])('verifying the log finds a change of %s.%s to %s', async (table, column, value) => {
  const office = await officeWith(
    `UPDATE ${table} SET ${column} = ${value} WHERE rowid = (SELECT min(rowid) FROM ${table})`,
  );
  const verified = await office.get('audit.verify', {});
  expect(verified.problems.length).toBeGreaterThan(0);
});

it('diagnostics name a verification of a payee that cannot be read', async () => {
  const office = await officeWith(
    `UPDATE payeeRecords SET verifiedAt = 1, verifiedBy = 'Kim', verifiedHow = NULL`,
  );
  const what = expect.stringMatching(/^payee \w+ with nothing as verifiedHow where a text is expected$/);
  expect(await office.get('doctor.run', {})).toContainEqual(
    expect.objectContaining({ code: 'records', isFine: false, unreadable: [what] }),
  );
});

it('a lost schedule with a number that is no time can be dismissed', async () => {
  const office = await officeWith(
    `INSERT INTO lostSchedules (profileNumber, fileName, scheduledFor) VALUES (1, 'lost.csv', ${greatest})`,
  );
  const lost = async () =>
    (await office.get('attention.list', {})).filter(
      (item) => 'fileName' in item && item.fileName === 'lost.csv',
    );
  const seen = await lost();
  expect(seen).toHaveLength(1);
  await office.get('attention.dismiss', { seen: seen.map(seenItem) });
  expect(await lost()).toEqual([]);
});
