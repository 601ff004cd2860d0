import { describe, expect, it, vi } from 'vitest';
import type { PayoutFilter } from '../../../contract/payments/history.ts';
import type { OperationName } from '../../../contract/operations.ts';
import { sharedClients } from '../../../main/core/profiles/clients.ts';
import { storeDraft } from '../../../main/core/batches/draft.ts';
import { payeeIdOf } from '../../../main/core/payments/identity.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { callbackUrl, openOffice, type Office } from '../../kit/office.ts';
import { accepted, claim, found } from '../../kit/samples.ts';

/** An office that serves the sandbox only, over a data folder that holds a live profile with a draft too. */
async function openWithLive(): Promise<{ office: Office; batchId: string }> {
  const office = await openOffice({ servesLive: false });
  const live = {
    keyId: 'live-key',
    name: 'real',
    environment: 'live',
    baseUrl: office.sandbox.url,
    merchantCode: 'REAL',
    callbackUrl,
    paymentPageUrl: null,
    authentication: 'signature',
    hasStoredKey: true,
    at: office.now(),
  } as const;
  expect(office.store.addProfile(live)).toBe(true);
  const source = { profile: { ...live, callbackUrl }, fileName: 'live.csv', fileHash: 'live' };
  const row = {
    amount: '1.00',
    currencyCode: 'EUR',
    paymentMethodCode: 'BANK_TRANSFER',
    accountName: 'Ann',
    accountNumber: 'A',
    paymentOperatorCode: '',
    emailAddress: '',
    idPayout: '',
    reference: '',
  };
  return { office, batchId: (await storeDraft(office.parts, source, [row])).batchId };
}

/** Releases the payout of a batch, which ends so; returns its order ID. */
function ends({ store, now }: Office, batchId: string, state: 'paid' | 'failed'): string {
  const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
  store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: now() });
  store.queueRows(batchId, 10, now());
  const [intent] = claim(store, batchId, 1, now());
  if (intent === undefined) throw new Error('nothing to send');
  const { paymentId, idPayment } = intent.payment;
  store.record([accepted(intent), found(paymentId, 'accepted', state, { dueAt: null })], now());
  return idPayment;
}

/** What it serves of the payouts that a filter finds. */
async function servedOf({ get }: Office, filter: Partial<PayoutFilter>) {
  const { payouts } = await get('payouts.list', { filter, limit: 10 });
  const { count } = await get('payouts.count', { filter });
  const { totals } = await get('payouts.totals', { filter });
  return { listed: payouts.map(({ idPayout }) => idPayout), count, totals };
}

describe('a sandbox-only face', () => {
  it('refuses to add a live profile', async () => {
    const { office } = await openWithLive();
    const profile = { name: 'more', baseUrl: 'https://gateway.example', merchantCode: 'M', callbackUrl };
    const added = await office.tell('profiles.add', {
      ...profile,
      environment: 'live',
      key: { kind: 'none' },
    });
    expect(added).toMatchObject({ ok: false, error: { code: 'liveNotServed' } });
    expect(office.store.findProfile('more')).toBeNull();
  });

  it('refuses every call that names a live profile, its batch or its payout, and sends nothing', async () => {
    const { office, batchId } = await openWithLive();
    const { asked, tell, store } = office;
    const days = { from: 20_000, until: 20_001, environment: 'live', keyId: 'live-key' } as const;
    const exportNumber = store.beginBooks(days, office.now());
    const idPayout = store.rowsOfBatch(batchId, 0, 1)[0]?.idPayment ?? '';
    const release = { batchId, rowsHash: store.findBatch(batchId)?.rowsHash ?? '' };
    const run = { batchIds: [batchId], until: 'final' as const, silenceLimitMs: 1000 };
    const outcomes = [
      await tell('books.keep', { exportNumber }),
      await tell('balances.read', { profileName: 'real' }),
      await tell('balances.stored', { profileName: 'real' }),
      await tell('codes.stored', { profileName: 'real', list: 'methods' }),
      await tell('codes.refresh', { profileName: 'real' }),
      await tell('merchant.refresh', { profileName: 'real' }),
      await tell('profiles.test', { profileName: 'real' }),
      await tell('profiles.edit', { name: 'real', newName: 'other', callbackUrl }),
      await tell('profiles.replaceKey', { name: 'real', key: { kind: 'none' } }),
      await tell('profiles.remove', { name: 'real' }),
      await tell('batches.release', release),
      await tell('batches.cancel', { batchId }),
      await tell('batches.run', run),
      await tell('payouts.show', { idPayout }),
      await tell('payouts.decide', { idPayout, decision: 'sendAgain' }),
      await tell('attention.dismiss', { batchId }),
    ];
    expect(outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.error.code))).toEqual(
      outcomes.map(() => 'liveNotServed'),
    );
    expect(asked).toEqual([]);
    expect(store.findBatch(batchId)?.state).toBe('draft');
  });

  it('refuses a call without a profile if the only profile is live', async () => {
    const { office } = await openWithLive();
    const { batchId } = await office.draft(['1.00']);
    await office.get('batches.cancel', { batchId });
    await office.get('profiles.remove', { name: 'main' });
    const chosen: OperationName[] = ['balances.read', 'profiles.test', 'balances.stored'];
    for (const name of chosen)
      expect(await office.tell(name, {}), name).toMatchObject({
        ok: false,
        error: { code: 'liveNotServed' },
      });
  });

  it('neither sends nor queries anything of a live batch when it runs everything unfinished', async () => {
    const { office, batchId } = await openWithLive();
    const { store, asked, now } = office;
    const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
    store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: now() });
    store.queueRows(batchId, 10, now());
    const run = await office.get('batches.run', { batchIds: null, until: 'sent', silenceLimitMs: 1000 });
    expect(run.batchIds).not.toContain(batchId);
    expect(asked).toEqual([]);
    expect(store.countByState(batchId)).toEqual({ queued: 1 });
  });

  it('does not wake up for a failed live payout due for a recheck, but does for one of the sandbox', async () => {
    const { office, batchId } = await openWithLive();
    const { store, now, parts } = office;
    const fails = (failing: string): void => {
      const rowsHash = store.findBatch(failing)?.rowsHash ?? '';
      store.releaseBatch(failing, { rowsHash, releasesSeen: null, at: now() });
      store.queueRows(failing, 10, now());
      const [intent] = claim(store, failing, 1, now());
      if (intent === undefined) throw new Error('nothing to send');
      const failed = found(intent.payment.paymentId, 'accepted', 'failed', { dueAt: now() + 90_000 });
      store.record([accepted(intent), failed], now());
    };
    fails(batchId);
    expect(store.nextRecheckAt('live', now())).not.toBeNull();
    const sleep = vi.spyOn(parts.clock, 'sleep');
    const waits = () =>
      sleep.mock.calls.filter(([durationMs]) => durationMs > 60_000 && durationMs <= 90_000);
    await office.get('runner.start', {});
    expect(waits()).toEqual([]);
    await office.get('runner.stop', {});
    fails((await office.draft(['1.00'])).batchId);
    expect(store.nextRecheckAt('sandbox', now())).not.toBeNull();
    await office.get('runner.start', {});
    await office.until(() => waits().length > 0);
  });

  it('does not serve the payments of a removed live profile as sandbox payments, whatever is added', async () => {
    const { office, batchId } = await openWithLive();
    const { store, now } = office;
    ends(office, batchId, 'paid');
    expect(store.removeProfile('real', now())).toBe(true);
    const same = { baseUrl: office.sandbox.url, merchantCode: 'REAL', callbackUrl };
    const added = await office.tell('profiles.add', {
      ...same,
      name: 'taken',
      environment: 'sandbox',
      key: { kind: 'none' },
    });
    expect(added).toMatchObject({ ok: false, error: { code: 'profileExists' } });
    expect(store.findAnyBatch(batchId)?.environment).toBe('live');
  });

  it('lists, counts and adds up no live payout, whatever the filter leaves open', async () => {
    const { office, batchId } = await openWithLive();
    ends(office, batchId, 'paid');
    const { batchId: own } = await office.draft(['5.00']);
    const idPayout = ends(office, own, 'paid');
    const totals = [{ environment: 'sandbox', currencyCode: 'EUR', payouts: 1, amount: '5.00', fees: null }];
    const filters: Partial<PayoutFilter>[] = [{}, { states: ['paid'] }, { search: own }, { dateOf: 'paid' }];
    for (const filter of filters)
      expect(await servedOf(office, filter), JSON.stringify(filter)).toEqual({
        listed: [idPayout],
        count: 1,
        totals,
      });
  });

  it('gives evidence of a period without live payouts, and none of a live payee or profile', async () => {
    const { office, batchId } = await openWithLive();
    const { store } = office;
    ends(office, batchId, 'paid');
    const { batchId: own } = await office.draft(['5.00']);
    ends(office, own, 'paid');
    const period = { kind: 'period', from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' } as const;
    const evidence = await office.get('evidence.create', { subject: period });
    expect(evidence.payments).toBe(1);
    const [live] = store.rowsOfBatch(batchId, 0, 1);
    if (live === undefined) throw new Error('no live payout');
    for (const [subject, code] of [
      [{ kind: 'payee', payeeId: payeeIdOf('live', payeeKeyOf(live)) }, 'notFound'],
      [{ ...period, profileName: 'real' }, 'liveNotServed'],
    ] as const)
      expect(await office.tell('evidence.create', { subject })).toMatchObject({ error: { code } });
  });

  it('serves nothing of a removed live profile under the name of a sandbox profile', async () => {
    const { office, batchId } = await openWithLive();
    const { store, now } = office;
    const idPayout = ends(office, batchId, 'failed');
    store.addNotice('environmentContradicted', batchId, now());
    expect(store.removeProfile('real', now())).toBe(true);
    await office.get('profiles.edit', { name: 'main', newName: 'real', callbackUrl });
    const nothing = { listed: [], count: 0, totals: [] };
    expect(await servedOf(office, { profileName: 'real' })).toEqual(nothing);
    expect(await office.tell('payouts.show', { idPayout, profileName: 'real' })).toMatchObject({
      error: { code: 'notFound' },
    });
    expect(await office.get('attention.list', {})).toEqual([]);
  });

  it('dismisses no notice of a live profile', async () => {
    const { office, batchId } = await openWithLive();
    office.store.addNotice('paidTwice', batchId, office.now());
    const seen = { kind: 'paidTwice', profileName: 'real', batchId, idPayment: null, count: 1 } as const;
    expect(await office.tell('attention.dismiss', { seen: [seen] })).toMatchObject({
      error: { code: 'liveNotServed' },
    });
    expect(office.store.notices(10)).toHaveLength(1);
  });

  it('keeps serving sandbox profiles next to a live one', async () => {
    const { office } = await openWithLive();
    expect((await office.get('balances.read', { profileName: 'main' })).balances.length).toBeGreaterThan(0);
    const { batchId } = await office.draft(['1.00']);
    expect((await office.release(batchId)).ok).toBe(true);
  });

  it('has no client for a live merchant, even if every other guard fails', async () => {
    const { office } = await openWithLive();
    const { gateway, store } = office.parts;
    const profile = store.findProfile('real');
    if (profile === null) throw new Error('no profile');
    expect(() => sharedClients(gateway, false).client(profile)).toThrow();
    expect(() => sharedClients(gateway, true).client(profile)).not.toThrow();
  });
});
