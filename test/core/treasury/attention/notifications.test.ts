import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WitnessFault } from '../../../../contract/audit/witness.ts';
import type { Notification } from '../../../../contract/notifications.ts';
import type { AttentionItem } from '../../../../contract/treasury/attention.ts';
import { notificationText } from '../../../../contract/text/attention/notification-text.ts';
import { placeOfNotification } from '../../../../contract/window/notification-place.ts';
import { createAnnounceOnce } from '../../../../main/core/treasury/attention/announce-once.ts';
import { newsOfItems } from '../../../../main/core/treasury/attention/combine.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const minuteMs = 60_000;

let office: VirtualOffice;

async function open(settleMs = 0): Promise<void> {
  office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8), notifies: true, settleMs });
  const opened = office;
  opened.addProfile('main');
  onTestFinished(() => opened.close());
  await opened.get('runner.start', {});
  await opened.pass(minuteMs);
}

beforeEach(() => open());

/** Endings of accounts by which the sandbox lets a payout fail, take ten times as long, or stay in progress. */
const fates = { paid: '', failed: '9001', late: '9006', slow: '9009' } as const;

/** Releases a batch with a payout for each of these fates. */
async function released(name: string, ...payouts: (keyof typeof fates)[]): Promise<string> {
  const rows = payouts.map((fate, index) => ({
    amount: `${index + 1}234.56`,
    account: `SECRET-${name}-${index}X${fates[fate]}`,
  }));
  const { batchId } = await office.draft(rows, `${name}.csv`);
  const answer = await office.release(batchId);
  if (!answer.ok) throw new Error(answer.error.message);
  return batchId;
}

const told = (): Notification[] =>
  office.events.flatMap((event) => (event.kind === 'notification' ? [event.notification] : []));
const badges = (): number[] =>
  office.events.flatMap((event) => (event.kind === 'badge' ? [event.count] : []));
const ofKind = (kind: Notification['kind']): Notification[] => told().filter((each) => each.kind === kind);

/** Everything that notifications say. */
const words = (): string =>
  told()
    .map(notificationText)
    .map(({ title, body }) => `${title} ${body}`)
    .join('\n');

const alertBelow = (amount: string) =>
  office.get('settings.change', {
    lowBalanceLimits: [{ profileName: 'main', currencyCode: 'EUR', amount }],
  });

describe('notifications', () => {
  it('announce once that a batch ended, with its outcome, and lead to it', async () => {
    const batchId = await released('payroll', 'paid', 'paid', 'failed');
    await office.pass(10 * minuteMs);
    const [ended, ...more] = ofKind('batchEnded');
    expect(more).toEqual([]);
    expect(ended === undefined ? null : notificationText(ended)).toEqual({
      title: 'Batch ended: 2 paid, 1 not paid',
      body: `Sandbox, profile main, batch ${batchId}.`,
    });
    expect(ended === undefined ? null : placeOfNotification(ended)).toBe(`/batches/${batchId}`);
  });

  it('count a payout that a retry has paid meanwhile as such, not as unpaid', async () => {
    await open(5 * minuteMs);
    const batchId = await released('payroll', 'failed', 'late');
    await office.pass(10 * minuteMs);
    const opening = await office.get('sheets.open', { source: { kind: 'retryBatch', batchId } });
    if (opening.kind !== 'opened') throw new Error(opening.kind);
    const { sheetId } = opening.sheet;
    const rows = [{ rowId: 1, cells: { accountNumber: 'SECRET-REPAIRED' } }];
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    const retry = await office.get('sheets.prepare', { sheetId });
    expect(await office.release(retry.batchId)).toMatchObject({ ok: true });
    await office.pass(120 * minuteMs);
    expect(ofKind('batchEnded').map((each) => notificationText(each).title)).toEqual([
      'Batch ended: 1 paid',
      'Batch ended: 1 paid, 1 paid by retry',
    ]);
  });

  it('do not call payouts unpaid everywhere where they are too many to look for their retries', async () => {
    const many = Array<'failed'>(101).fill('failed');
    await released('large', 'paid', ...many);
    await office.pass(10 * minuteMs);
    for (const name of ['again', 'small'])
      await released(name, ...(name === 'small' ? (['failed'] as const) : many));
    await office.pass(10 * minuteMs);
    expect(ofKind('batchEnded').map(notificationText)).toMatchObject([
      { title: 'Batch ended: 1 paid, 101 not paid here' },
      { body: 'Sandbox, 2 batches: 0 paid, 102 not paid here.' },
    ]);
  });

  it('say nothing about a batch while a payout of it is in progress', async () => {
    await released('slow', 'paid', 'slow');
    await office.pass(10 * minuteMs);
    expect(ofKind('batchEnded')).toEqual([]);
  });

  it('announce an attention item once, even if it comes and goes, and count it on the app icon', async () => {
    expect([told(), badges()]).toEqual([[], [0]]);
    const batchId = await released('payroll', 'failed');
    await office.pass(10 * minuteMs);
    const expected = { kind: 'attention', items: ['failed'], count: 1, profileName: 'main' };
    expect(ofKind('attention')).toEqual([expected]);
    expect(badges()).toEqual([0, 1]);
    await office.get('attention.dismiss', { batchId });
    await office.pass(minuteMs);
    expect(badges()).toEqual([0, 1, 0]);
    expect(ofKind('attention')).toHaveLength(1);
  });

  it('combine everything that happens together into one', async () => {
    for (const name of ['one', 'two', 'three']) await released(name, 'paid', 'failed');
    await office.pass(10 * minuteMs);
    expect(ofKind('batchEnded').map(notificationText)).toEqual([
      { title: '3 batches ended', body: 'Sandbox, 3 batches: 3 paid, 3 not paid.' },
    ]);
    expect(ofKind('attention').map(notificationText)).toEqual([
      { title: '3 items need attention', body: 'Profile main. Failed.' },
    ]);
    expect(told().map(placeOfNotification)).toEqual(['/batches', '/overview']);
  });

  it('collect what follows within a minute, and lose none of it', async () => {
    await released('first', 'paid');
    await office.pass(20_000);
    await released('second', 'paid');
    await office.pass(10_000);
    await released('third', 'failed');
    await office.pass(10 * minuteMs);
    expect(ofKind('batchEnded').map((each) => notificationText(each).title)).toEqual([
      'Batch ended: 1 paid',
      '2 batches ended',
    ]);
  });

  it('say nothing about what was there before the program started', async () => {
    await released('before', 'failed');
    await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: minuteMs });
    await released('across', 'paid', 'slow');
    await office.restart();
    office.events.length = 0;
    await office.get('runner.start', {});
    await office.pass(10 * minuteMs);
    expect([told(), badges()]).toEqual([[], [1]]);
  });

  it('announce a low balance, current or forecast, once while it lasts', async () => {
    await office.get('balances.read', { profileName: 'main' });
    await alertBelow('20000000.00');
    await office.pass(10 * minuteMs);
    expect(ofKind('lowBalance').map(notificationText)).toEqual([
      {
        title: 'Low balance: EUR',
        body: 'Profile main: as last read, the balance is below its alert limit.',
      },
    ]);
    await alertBelow('1.00');
    await office.pass(minuteMs);
    await alertBelow('20000000.00');
    await office.pass(minuteMs);
    expect(ofKind('lowBalance')).toHaveLength(1);
  });

  it('announce nothing again because a profile was renamed', async () => {
    await released('payroll', 'failed');
    await alertBelow('90000000.00');
    await office.get('balances.read', { profileName: 'main', currencyCodes: [] });
    await office.pass(10 * minuteMs);
    const before = told();
    expect(before.map(({ kind }) => kind).toSorted()).toEqual(['attention', 'batchEnded', 'lowBalance']);
    const callbackUrl = office.store.findProfile('main')?.callbackUrl ?? '';
    await office.get('profiles.edit', { name: 'main', newName: 'payroll', callbackUrl });
    await office.pass(10 * minuteMs);
    expect(told()).toEqual(before);
  });

  it('announce a second schedule that ended because its rows changed', () => {
    const lost = (fileName: string): AttentionItem => ({
      kind: 'schedule',
      fileName,
      scheduledFor: '2026-03-02T09:00:00.000Z',
      trouble: { code: 'rowsChanged' },
      count: 1,
      profileName: 'main',
      batchId: null,
      payment: null,
      currencyCode: null,
    });
    const announcer = createAnnounceOnce();
    const counts = [[lost('a.csv')], [lost('b.csv'), lost('a.csv')]].map((items, minute) => {
      const news = newsOfItems(items, () => 'key');
      return announcer.announce(news, [], minute * minuteMs).length;
    });
    expect(counts).toEqual([1, 1]);
  });

  it('announce again what now needs a person, or may have been tampered with, although it was listed before', () => {
    const about = { profileName: 'main', currencyCode: null, payment: null, batchId: 'a', count: 2 };
    const unknown = (forAPerson: number): AttentionItem => {
      return { ...about, kind: 'unknown', fileName: 'a.csv', forAPerson, isAtLeast: false };
    };
    const witness = (fault: WitnessFault): AttentionItem => ({
      ...about,
      kind: 'witness',
      path: '/w',
      fault,
    });
    const announcer = createAnnounceOnce();
    const minutes = [
      [unknown(0), witness({ code: 'noAnswer', seconds: 5 })],
      [unknown(0), witness({ code: 'noAnswer', seconds: 5 })],
      [unknown(1), witness({ code: 'noAnswer', seconds: 5 })],
      [unknown(2), witness({ code: 'endChanged' })],
    ];
    const kinds = minutes.map((items, minute) =>
      announcer
        .announce(
          newsOfItems(items, () => 'key'),
          [],
          minute * minuteMs,
        )
        .flatMap((each) => (each.kind === 'attention' ? each.items : [])),
    );
    expect(kinds).toEqual([['unknown', 'witness'], [], ['unknown'], ['witness']]);
  });

  it('contain no account, amount, payee or file name, since a locked screen may show them', async () => {
    await released('payroll', 'paid', 'failed');
    await office.get('balances.read', { profileName: 'main' });
    await alertBelow('20000000.00');
    await office.pass(10 * minuteMs);
    expect(new Set(told().map(({ kind }) => kind))).toEqual(
      new Set(['batchEnded', 'attention', 'lowBalance']),
    );
    expect(words()).not.toMatch(/SECRET|Payee|payroll|[0-9],?234|20,?000/);
  });

  it('can be turned off one by one, and do not announce later what happened in between', async () => {
    await office.get('settings.change', { mutedNotifications: ['attention', 'badge'] });
    await released('muted', 'failed');
    await office.pass(10 * minuteMs);
    expect(told().map(({ kind }) => kind)).toEqual(['batchEnded']);
    expect(badges()).toEqual([0]);
    await office.get('settings.change', { mutedNotifications: [] });
    await office.pass(10 * minuteMs);
    expect(told().map(({ kind }) => kind)).toEqual(['batchEnded']);
    expect(badges()).toEqual([0, 1]);
  });
});
