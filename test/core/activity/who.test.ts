import { describe, expect, it } from 'vitest';
import { eventDetail } from '../../../contract/text/activity/event-detail.ts';
import { usualPayeePolicy } from '../../../contract/payees/findings.ts';
import { atWork, openOffice, type Office } from '../../kit/office.ts';
import { auditProblems } from '../../kit/store.ts';

const anna = { user: 'anna', name: 'Anna Berg' };

async function officeOf(systemUser?: string): Promise<Office> {
  return openOffice({ ...atWork, ...(systemUser === undefined ? {} : { systemUser }) });
}

async function eventsOf(office: Office, ...kinds: readonly string[]) {
  return (await office.get('audit.list', { kinds: [...kinds], limit: 500 })).events;
}

describe('the actor of an event', () => {
  it('is the system user alone until a name is given, then both', async () => {
    const office = await officeOf('anna');
    await office.get('settings.change', { duplicateWindowDays: 60 });
    await office.get('settings.change', { personName: 'Anna Berg' });
    await office.get('settings.change', { duplicateWindowDays: 30 });
    const actors = (await eventsOf(office, 'settingChanged')).map(({ actor }) => actor);
    expect(actors).toEqual([anna, { user: 'anna', name: null }, { user: 'anna', name: null }]);
  });

  it('is nobody if neither is known', async () => {
    const office = await officeOf();
    await office.get('settings.change', { duplicateWindowDays: 60 });
    const [event] = await eventsOf(office, 'settingChanged');
    expect(event?.actor).toBeNull();
  });

  it('is never the name that another system user gave', async () => {
    const office = await officeOf('anna');
    await office.get('settings.change', { personName: 'Anna Berg' });
    office.store.writeSetting('personNameUser', 'bob');
    await office.get('settings.change', { duplicateWindowDays: 60 });
    expect((await eventsOf(office, 'settingChanged'))[0]?.actor).toEqual({ user: 'anna', name: null });
    expect((await office.get('settings.read', {})).personName).toBeNull();
  });

  it.each(['Anna\nBerg', ' Anna', '\u202EgreB', ''])('accepts no name like %j', async (personName) => {
    const office = await officeOf('anna');
    const told = await office.tell('settings.change', { personName });
    expect(told.ok ? null : told.error.code).toBe('inputInvalid');
  });

  it('is recorded with a release, its rows, a pause and a cancellation, and with nothing that Bursar does by itself', async () => {
    const office = await officeOf('anna');
    await office.get('settings.change', { personName: 'Anna Berg' });
    const { batchId } = await office.draft(['1.00', '2.00']);
    await office.get('batches.duplicates', { batchId });
    await office.releaseAll(batchId);
    await office.get('batches.pause', { batchId });
    await office.get('batches.resume', { batchId });
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    const other = await office.draft(['3.00']);
    await office.get('batches.cancel', { batchId: other.batchId });
    const { events } = await office.get('audit.list', { limit: 500 });
    const mine = new Set(events.filter(({ actor }) => actor !== null).map(({ reason }) => reason.code));
    const bursars = new Set(events.filter(({ actor }) => actor === null).map(({ reason }) => reason.code));
    expect([...mine]).toEqual(
      expect.arrayContaining([
        'imported',
        'released',
        'paused',
        'resumed',
        'cancelled',
        'profileAdded',
        'keyStored',
      ]),
    );
    expect([...mine].filter((code) => ['sent', 'answered', 'asked'].includes(code))).toEqual([]);
    expect([...bursars].toSorted()).toEqual(['answered', 'sent']);
    const answers = events.filter(({ reason }) => reason.code === 'answered');
    expect(new Set(answers.map(({ from, to, detail }) => `${from} ${to}: ${detail}`))).toEqual(
      new Set(['sending accepted: Now accepted', 'accepted paid: Now paid']),
    );
    const released = events.filter(({ reason }) => reason.code === 'released');
    expect(released).toHaveLength(3);
    expect(new Set(released.map(({ cause }) => cause))).toEqual(new Set(['Anna Berg released the batch']));
    expect((await office.get('audit.verify', {})).problems).toEqual([]);
  });

  it('is the person who released a payout, even if another run continues the release', async () => {
    const office = await officeOf('anna');
    const { batchId, rowsHash } = await office.draft(['1.00', '2.00']);
    office.store
      .as({ user: 'anna', name: null })
      .releaseBatch(batchId, { rowsHash, releasesSeen: null, confirmed: null, at: office.now() });
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    const payout = office.store.findPayment(`${batchId}-1`, 'main');
    const detail = await office.get('payouts.show', { idPayout: payout?.idPayment ?? '' });
    expect(detail.events[0]).toMatchObject({
      cause: 'System user anna released the batch',
      actor: { user: 'anna', name: null },
    });
  });

  it('is Bursar itself if no person paused a batch', async () => {
    const office = await officeOf('anna');
    const { batchId } = await office.draft(['1.00']);
    await office.releaseAll(batchId);
    office.store.setPaused(batchId, true, office.now(), 'pausedBySafeguard');
    const [event] = await eventsOf(office, 'pausedBySafeguard');
    expect(event).toMatchObject({ actor: null, cause: 'Bursar paused the batch' });
  });
});

it.each([
  [{ kinds: ['relesed'] }, 'inputInvalid', /no kind of event relesed\. Kinds are: .*\breleased\b/],
  [{ batchId: 'NO-SUCH' }, 'notFound', /no batch NO-SUCH/],
])(
  'the log refuses the filter %j with the reason, instead of finding no events',
  async (filter, code, message) => {
    const office = await officeOf();
    for (const told of [
      await office.tell('audit.list', { ...filter, limit: 5 }),
      await office.tell('audit.export', { filter, format: 'csv' }),
    ])
      expect(told).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } });
  },
);

describe('settings in the log', () => {
  it('show the value before and after, and never the credentials of an address', async () => {
    const office = await officeOf('anna');
    await office.get('settings.change', { updateFeedUrl: 'https://anna:secret@updates.example/feed' });
    await office.get('settings.change', { releaseLimits: [], duplicateWindowDays: 45 });
    const events = await eventsOf(office, 'settingChanged');
    expect(events.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['Days for duplicates', 'From 90 to 45'],
      ['Update address', 'From none to https://updates.example/feed'],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('say of a list what was added, changed and removed, in words', async () => {
    const office = await officeOf('anna');
    const floor = { profileName: 'main', currencyCode: 'EUR', amount: '500' };
    const limit = { ...floor, amount: '1000.5' };
    const account = { kind: 'payout', currencyCode: 'EUR', paymentMethodCode: '', account: '4400' } as const;
    const [first, second] = [
      { when: { currencyCode: 'EUR', account: 'iban' }, paymentMethodCode: 'SEPA', paymentOperatorCode: '' },
      { when: {}, paymentMethodCode: 'WALLET', paymentOperatorCode: 'NORDPAY' },
    ] as const;
    const listener = { isOn: true, host: '127.0.0.1', port: 14_280, publicUrl: null };
    for (const change of [
      { floors: [floor], lowBalanceLimits: [limit] },
      { floors: [{ ...floor, currencyCode: 'USD' }] },
      { bookAccounts: [account] },
      { methodRules: [{ profileName: 'main', rules: [first, second] }] },
      { callbackListener: listener },
      { ignoredTestFlags: ['main'] },
      { mutedNotifications: ['lowBalance' as const] },
    ])
      await office.get('settings.change', change);
    const details = (await eventsOf(office, 'settingChanged')).map(({ detail }) => detail).toReversed();
    expect(details).toEqual([
      'Alert of main in EUR: from none to 1,000.50 EUR',
      'Floor of main in EUR: from none to 500.00 EUR',
      'Floor of main in EUR: from 500.00 EUR to none; Floor of main in USD: from none to 500.00 USD',
      'Payouts EUR: from none to 4400',
      'main: from none to EUR, an IBAN by SEPA, then every payment by WALLET with NORDPAY',
      'Listener: from off to on',
      'Test flag of main: from none to acknowledged',
      'Low balance: from none to turned off',
    ]);
  });

  it('of an older Bursar are shown as they are, and an order that changed is said to have changed', () => {
    const told = (name: string, from: unknown, to: unknown): string | null =>
      eventDetail({ code: 'settingChanged', name }, JSON.stringify({ from, to }));
    expect(told('floors', [], [{ profile: 'main' }])).toBe('From none to [{"profile":"main"}]');
    expect(told('gone', 'a', null)).toBe('From a to none');
    const names = [
      ['main', 'real'],
      ['real', 'main'],
    ] as const;
    expect(told('ignoredTestFlags', ...names)).toBe('The order or the details of its parts');
  });

  it('leave out how a person views the data, and values that stay the same', async () => {
    const office = await officeOf('anna');
    const columns = [{ column: 'amount' as const, width: 90, isShown: true }];
    const sheetColumns = [{ profileName: 'main', columns }];
    await office.get('settings.change', { appearance: 'dark', density: 'compact', duplicateWindowDays: 90 });
    await office.get('settings.change', { sheetColumns });
    expect(await eventsOf(office, 'settingChanged')).toEqual([]);
  });

  it('verify although an older Bursar recorded how a person viewed the data', async () => {
    const office = await officeOf('anna');
    const detail = JSON.stringify({ from: [], to: ['x'] });
    office.store.changeSettings([{ name: 'sheetColumns', json: '["x"]', detail }], office.now());
    await office.get('settings.change', { sheetColumns: [] });
    expect((await office.get('audit.verify', {})).problems).toEqual([]);
  });

  it('follow a renamed profile, and the events of the profile say what was edited', async () => {
    const office = await officeOf('anna');
    await office.get('profiles.edit', {
      name: 'main',
      newName: 'desk',
      callbackUrl: 'https://merchant.example/other',
    });
    const [edited] = await eventsOf(office, 'profileEdited');
    expect(edited?.cause).toBe(
      'The profile was edited by system user anna: name from main to desk, callback address from https://merchant.example/callbacks to https://merchant.example/other',
    );
  });

  it('name a replaced key by its fingerprint only', async () => {
    const office = await officeOf('anna');
    const { publicKey } = await office.get('profiles.replaceKey', {
      name: 'main',
      key: { kind: 'generate', modulusBits: 2048 },
    });
    const [replaced] = await eventsOf(office, 'keyReplaced');
    expect(replaced?.cause).toBe(
      `The key was replaced by system user anna: public key ${publicKey?.fingerprint ?? '(none)'}`,
    );
  });

  it('I6: are detected if they are edited behind the log', async () => {
    const office = await officeOf('anna');
    await office.get('settings.change', { duplicateWindowDays: 30 });
    office.store.writeSetting('duplicateWindowDays', '1');
    expect((await office.get('audit.verify', {})).problems).toEqual([
      { code: 'settingChanged', name: 'duplicateWindowDays' },
    ]);
  });
});

it('the activity of a payee includes what was recorded of its other accounts', async () => {
  const office = await officeOf('anna');
  const { batchId } = await office.draft(['1.00']);
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
  const [payee] = (await office.get('payees.list', { limit: 5 })).payees;
  const payeeId = payee?.payeeId ?? '';
  const said = { by: 'Kim', how: 'Called the number of the contract.' };
  await office.get('payees.verify', { payeeId, account: 'NEW-2002', ...said });
  const { events } = await office.get('audit.list', { payeeId, kinds: ['payeeVerified'], limit: 5 });
  expect(events).toMatchObject([{ reason: { code: 'payeeVerified' } }]);
  expect(events[0]?.detail).toContain('NEW-2002');
});

it.each([true, false])(
  'events of a discarded draft name it, also if live profiles are served: %s',
  async (servesLive) => {
    const office = await openOffice({ ...atWork, servesLive });
    const { batchId } = await office.draft(['1.00'], 'wages.csv');
    office.store.takeBackDraft(batchId, 100, office.now());
    expect(office.store.findBatch(batchId)).toBeNull();
    const { events } = await office.get('audit.list', { entities: ['batch'], limit: 5 });
    expect(events.map(({ reason }) => reason.code)).toEqual(['takenBack', 'imported']);
    for (const event of events)
      expect(event).toMatchObject({
        subject: batchId,
        fileName: 'wages.csv',
        profileName: 'main',
        paymentKind: 'payout',
        batchId: null,
      });
  },
);

it('a setting that is set to what it is stays as an older Bursar wrote it, so that the audit does not say that it was changed', async () => {
  const office = await openOffice();
  const { sharedAccount: _, ...older } = usualPayeePolicy;
  const json = JSON.stringify({ ...older, newPayee: 'block' });
  office.store.changeSettings([{ name: 'payeePolicy', json, detail: '{}' }], 1);
  await office.get('settings.change', { payeePolicy: { ...usualPayeePolicy, newPayee: 'block' } });
  expect(auditProblems(office.store)).toEqual([]);
});
