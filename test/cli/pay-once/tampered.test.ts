import { createHash } from 'node:crypto';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { rowsHasher } from '../../../main/core/payments/identity.ts';
import { pausedBecause } from '../../../contract/treasury/attention.ts';
import { openBook, type Desk } from './book-desk.ts';
import type { BookGateway } from './book-gateway.ts';

const lines = Array.from({ length: 8 }, (_, index) => ({
  accountNumber: `A-${index + 1}`,
  amount: `${index + 1}.00`,
  accountName: `Payee ${index + 1}`,
  reference: `invoice ${index + 1}`,
}));
const thief = 'THIEF-1';

/** Changes the database as another SQLite program would, with the triggers that stand in the way taken out. */
function tamper(desk: Desk, change: (database: Sqlite.Database) => void): void {
  const database = new Sqlite(path.join(desk.directory, 'bursar.sqlite'));
  const triggers = database
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  change(database);
  database.close();
}

function changeAccount(desk: Desk, idPayout: string): void {
  tamper(desk, (database) => {
    const changed = database
      .prepare('UPDATE payments SET accountNumber = ? WHERE idPayment = ?')
      .run(thief, idPayout);
    expect(changed.changes).toBe(1);
  });
}

async function expectStopped(desk: Desk, gateway: BookGateway, batchId: string): Promise<void> {
  const end = await desk.run(batchId);
  expect(end).toMatchObject({ outcome: 'refused' });
  expect(end.message).toContain('not those that were released');
  expect(gateway.timesPaid(thief)).toBe(0);
  const [gravest, ...others] = await desk.get('attention.list', {});
  expect(gravest?.kind).toBe('rowsTampered');
  expect(pausedBecause([...others, ...(gravest ? [gravest] : [])], batchId)).toEqual([gravest]);
  expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
  await desk.run();
  await desk.get('batches.resume', { batchId });
  await desk.run();
  expect(gateway.timesPaid(thief)).toBe(0);
}

describe('I4: only what was released is sent', () => {
  it('when an account is edited in the database between release and sending', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.draft(lines);
    await desk.release(batchId);
    changeAccount(desk, desk.idOf(batchId, 3));
    await expectStopped(desk, gateway, batchId);
    // What the attention item says that a person can do.
    await desk.get('batches.cancel', { batchId });
    expect(new Set(desk.states(batchId))).toEqual(new Set(['cancelled']));
    expect(gateway.accepted()).toEqual([]);
  });

  it('when it is edited while the batch is paused and the program is closed', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.draft(lines);
    await desk.release(batchId);
    await desk.get('batches.pause', { batchId });
    await desk.restart();
    changeAccount(desk, desk.idOf(batchId, 8));
    await desk.get('batches.resume', { batchId });
    await expectStopped(desk, gateway, batchId);
    expect(gateway.accepted()).toEqual([]);
  });

  it('when the hash of the batch is edited along with it', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.draft(lines);
    await desk.release(batchId);
    changeAccount(desk, desk.idOf(batchId, 3));
    const hasher = rowsHasher(desk.store().findBatch(batchId)?.callbackUrl ?? '');
    for (const row of desk.store().rowsOfBatch(batchId, 0, 100)) hasher.add(row);
    const rowsHash = hasher.digest();
    tamper(desk, (database) => {
      database.prepare('UPDATE batches SET rowsHash = ? WHERE batchId = ?').run(rowsHash, batchId);
    });
    await expectStopped(desk, gateway, batchId);
    expect(gateway.accepted()).toEqual([]);
  });

  it('when it is edited after a part of the batch was sent', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.draft(lines);
    await desk.release(batchId);
    gateway.onAccepted(({ accountNumber }) => {
      if (accountNumber === 'A-2') changeAccount(desk, desk.idOf(batchId, 8));
    });
    const end = await desk.run(batchId);
    expect(end).toMatchObject({ outcome: 'refused' });
    const sent = gateway.accepted().length;
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThan(8);
    await desk.get('batches.resume', { batchId });
    await expectStopped(desk, gateway, batchId);
    expect(gateway.accepted()).toHaveLength(sent);
  });

  it('when the bytes of a request are edited before they are repeated', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 500 }], getStatus: 500 });
    const batchId = await desk.pay(lines.slice(0, 1));
    expect(desk.states(batchId)).toEqual(['unknown']);
    tamper(desk, (database) => {
      const stored = database.prepare<[], { body: Buffer }>('SELECT body FROM bodies').get();
      const body = Buffer.from(String(stored?.body).replace('"A-1"', `"${thief}"`));
      const hash = createHash('sha256').update(body).digest();
      database.prepare('UPDATE bodies SET body = ?, bodyHash = ?').run(body, hash);
      database.prepare('UPDATE attempts SET bodyHash = ?').run(hash);
    });
    gateway.treat('A-1', {});
    await expectStopped(desk, gateway, batchId);
    expect(gateway.accepted()).toEqual([]);
  });

  it('when an account is edited before its request is repeated', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { posts: [{ isEffective: false, answer: 500 }], getStatus: 500 });
    const batchId = await desk.pay(lines.slice(0, 1));
    changeAccount(desk, desk.idOf(batchId));
    gateway.treat('A-1', {});
    await expectStopped(desk, gateway, batchId);
    expect(gateway.accepted()).toEqual([]);
  });

  it('when the callback address, the amount or the method is edited', async () => {
    for (const change of [
      `UPDATE payments SET amount = '9999.00' WHERE rowNumber = 4`,
      `UPDATE payments SET paymentMethodCode = 'CARD' WHERE rowNumber = 4`,
      `UPDATE batches SET callbackUrl = 'http://127.0.0.1:9/thief'`,
      `UPDATE payments SET rowNumber = rowNumber + 1 WHERE rowNumber = 8`,
    ]) {
      const { gateway, desk } = await openBook();
      const batchId = await desk.draft(lines);
      await desk.release(batchId);
      await desk.restart();
      tamper(desk, (database) => database.exec(change));
      expect((await desk.run(batchId)).outcome).toBe('refused');
      expect(gateway.accepted()).toEqual([]);
    }
  });

  it('when a row is said to be one of another, paused batch after a part of its own was sent', async () => {
    const { gateway, desk } = await openBook();
    const [batchId, other] = [await desk.draft(lines), await desk.draft(lines.slice(0, 1))];
    for (const each of [batchId, other]) await desk.release(each, true);
    await desk.get('batches.pause', { batchId: other });
    gateway.onAccepted(({ accountNumber }) => {
      if (accountNumber === 'A-2')
        tamper(desk, (database) =>
          database
            .prepare(
              'UPDATE payments SET batchNumber = (SELECT batchNumber FROM batches WHERE batchId = ?) WHERE idPayment = ?',
            )
            .run(other, desk.idOf(batchId, 8)),
        );
    });
    expect(await desk.run(batchId)).toMatchObject({ outcome: 'refused' });
    const sent = gateway.accepted().length;
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThan(8);
    expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
    await desk.run();
    expect(gateway.accepted()).toHaveLength(sent);
  });

  it('when rows are said to be those of another batch, which is paused', async () => {
    const { gateway, desk } = await openBook();
    const batchId = await desk.draft(lines.slice(0, 4));
    const other = await desk.draft(lines.slice(4));
    for (const each of [batchId, other]) await desk.release(each);
    await desk.get('batches.pause', { batchId: other });
    await desk.restart();
    tamper(desk, (database) =>
      database
        .prepare('UPDATE payments SET batchNumber = (SELECT batchNumber FROM batches WHERE batchId = ?)')
        .run(other),
    );
    const end = await desk.run(batchId);
    expect(end).toMatchObject({ outcome: 'refused' });
    expect(end.message).toContain('not those that were released');
    expect(gateway.accepted()).toEqual([]);
  });

  it('and what a person confirms are the rows themselves, whatever is noted beside them', async () => {
    const { desk } = await openBook();
    const batchId = await desk.draft(lines);
    tamper(desk, (database) => database.exec(`UPDATE batches SET rows = 1, totals = '[]'`));
    expect(await desk.release(batchId)).toMatchObject({ ok: true });
    expect(desk.confirmed()).toMatchObject({
      rows: 8,
      totals: [{ currencyCode: 'EUR', amount: '36.00', count: 8 }],
    });
  });

  it('when a payment of a sandbox profile is called real, its batches are paused, with an attention item', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { isTest: false });
    const batchId = await desk.pay(lines.slice(0, 1));
    expect((await desk.get('attention.list', {}))[0]?.kind).toBe('environmentContradicted');
    expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
    expect(gateway.timesPaid('A-1')).toBe(1);
    const next = await desk.draft(lines.slice(1, 2));
    expect(await desk.release(next)).toMatchObject({ ok: false, error: { code: 'environmentContradicted' } });
    const { profileName } = await desk.get('batches.summary', { batchId });
    await desk.get('settings.change', { ignoredTestFlags: [profileName] });
    expect(await desk.release(next)).toMatchObject({ ok: true });
  });

  it('nothing is released that a person was considering when a payment of the profile was called real', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', { isTest: false });
    const first = await desk.draft(lines.slice(0, 1));
    await desk.release(first);
    const next = await desk.draft(lines.slice(1, 2));
    desk.whileConfirming(() => desk.run(first).then(() => undefined));
    expect(await desk.release(next)).toMatchObject({ ok: false, error: { code: 'environmentContradicted' } });
    expect(desk.states(next)).toEqual(['draft']);
    expect(gateway.accepted()).toHaveLength(1);
  });

  it('when the first payment of a sandbox profile is called real, no other leaves', async () => {
    const { gateway, desk } = await openBook();
    for (const { accountNumber } of lines) gateway.treat(accountNumber, { isTest: false });
    const batchId = await desk.pay(lines);
    expect(gateway.accepted()).toHaveLength(1);
    expect(desk.states(batchId).toSorted()).toEqual(['paid', ...lines.slice(1).map(() => 'queued')]);
    expect(await desk.get('batches.summary', { batchId })).toMatchObject({ isPaused: true });
  });

  it('a batch paused by isTest is not resumed until a person has acknowledged or dismissed that', async () => {
    const { gateway, desk } = await openBook();
    for (const { accountNumber } of lines) gateway.treat(accountNumber, { isTest: false });
    const batchId = await desk.pay(lines);
    const contradicted = {
      code: 'environmentContradicted',
      message: expect.stringContaining('Nothing more was sent.'),
    };
    expect(await desk.tell('batches.resume', { batchId })).toMatchObject({ ok: false, error: contradicted });
    await desk.run(batchId);
    expect(gateway.accepted()).toHaveLength(1);
    // The gateway is believed to have corrected itself, and has not: one payout shows it again.
    await desk.get('attention.dismiss', { batchId });
    await desk.get('batches.resume', { batchId });
    expect((await desk.run(batchId)).outcome).toBe('refused');
    expect(gateway.accepted()).toHaveLength(2);
    const { profileName } = await desk.get('batches.summary', { batchId });
    await desk.get('settings.change', { ignoredTestFlags: [profileName] });
    await desk.get('batches.resume', { batchId });
    await desk.run(batchId);
    expect(gateway.accepted()).toHaveLength(lines.length);
  });

  it('no run waits for a gateway that does not say whether its payments are tests', async () => {
    const { gateway, desk } = await openBook();
    for (const { accountNumber } of lines) gateway.treat(accountNumber, { getStatus: 403 });
    const batchId = await desk.draft(lines);
    await desk.release(batchId);
    await desk.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 60_000 });
    expect(gateway.accepted()).toHaveLength(lines.length);
  });
});
