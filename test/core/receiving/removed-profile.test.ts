import { expect, it } from 'vitest';
import { sandboxView } from '../../../main/core/profiles/sandbox-view.ts';
import { awaitPayin } from '../../../main/core/receiving/incoming/await-payin.ts';
import { callbackUrl, merchantCode, register, type Office } from '../../kit/office.ts';
import { awaitedPayin, money, newPayin, openQuickly, profileOf } from './quick-office.ts';

const which = { kind: 'payin', idPayment: 'order-1' } as const;

/** An office whose profile had a payin and was removed. */
async function openWithRemoved() {
  const { office, run } = await openQuickly();
  const { batchId } = await office.get('payins.create', { ...newPayin, idPayment: 'order-1' });
  await run(batchId);
  await office.get('profiles.remove', { name: 'main' });
  return { office, batchId };
}

/** Another profile of the same name, at another address of the gateway. */
async function addNamesake(office: Office, environment: 'sandbox' | 'live' = 'sandbox'): Promise<void> {
  await office.get('profiles.add', {
    name: 'main',
    environment,
    baseUrl: office.sandbox.url.replace('127.0.0.1', 'localhost'),
    merchantCode,
    callbackUrl,
    key: { kind: 'none' },
  });
}

it('a payin of a removed profile is listed and shown, and asking about it says why that is not possible', async () => {
  const { office, batchId } = await openWithRemoved();
  expect((await office.get('incoming.list', { profileName: 'main', limit: 10 })).payments).toMatchObject([
    { batchId, state: 'paid' },
  ]);
  for (const named of [{}, { profileName: 'main' }, { batchId }])
    expect(await office.get('incoming.show', { ...which, ...named })).toMatchObject({
      batchId,
      isProfileRemoved: true,
      state: 'paid',
      decisions: [],
    });
  expect(await office.tell('incoming.refresh', which)).toMatchObject({
    error: { code: 'notFound', message: expect.stringContaining('Add the profile again') },
  });
  expect(
    await office.tell('payins.setReference', { idPayment: 'order-1', externalReference: 'R' }),
  ).toMatchObject({ error: { code: 'notFound', message: expect.stringContaining('was removed') } });
  expect(await office.tell('incoming.show', { ...which, idPayment: 'order-2' })).toMatchObject({ ok: false });
});

it('a payin of a removed profile is not taken for that of another profile with its name, nor the reverse', async () => {
  const { office, batchId } = await openWithRemoved();
  await addNamesake(office);
  expect(await office.get('incoming.show', which)).toMatchObject({ batchId, isProfileRemoved: true });
  const other = { ...money, amount: '999.00' };
  const second = await office.get('payins.create', { ...newPayin, idPayment: 'order-1', money: other });
  const { payments } = await office.get('incoming.list', { profileName: 'main', limit: 10 });
  expect(payments.map((each) => each.batchId)).toEqual([second.batchId, batchId]);
  for (const listed of payments)
    expect(
      await office.get('incoming.show', { ...which, profileName: 'main', batchId: listed.batchId }),
    ).toMatchObject({ money: listed.money, isProfileRemoved: listed.batchId === batchId });
  expect(await office.get('incoming.show', which)).toMatchObject({ money: other, isProfileRemoved: false });
});

it('test payins of a removed profile are not listed among those of a live profile with its name', async () => {
  const { office, batchId } = await openWithRemoved();
  await addNamesake(office, 'live');
  const ids = async (profileName?: string) =>
    (await office.get('incoming.list', { profileName, limit: 10 })).payments.map((each) => each.batchId);
  expect(await ids('main')).toEqual([]);
  expect(await ids()).toEqual([batchId]);
});

it('a payin of a profile that was removed and added again is that profile’s', async () => {
  const { office, batchId } = await openWithRemoved();
  const { publicKey } = await office.get('profiles.add', {
    name: 'again',
    environment: 'sandbox',
    baseUrl: office.sandbox.url,
    merchantCode,
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  register(office.sandbox, publicKey?.pem ?? '');
  expect(await office.get('incoming.refresh', { ...which, profileName: 'again' })).toMatchObject({
    batchId,
    isProfileRemoved: false,
    profileName: 'again',
  });
});

it('a payin of a removed live profile is not shown where live profiles are not served', async () => {
  const { office } = await openWithRemoved();
  await addNamesake(office, 'live');
  awaitPayin(office.parts, awaitedPayin(office, { profile: profileOf(office), idPayment: 'live-1' }));
  await office.get('incoming.stopFollowing', { kind: 'payin', idPayment: 'live-1' });
  await office.get('profiles.remove', { name: 'main' });
  const found = (store: Office['store'], idPayment: string) => store.findRemovedIncoming('payin', idPayment);
  expect(found(office.store, 'live-1')).toMatchObject({ idPayment: 'live-1' });
  expect(found(sandboxView(office.store), 'live-1')).toBeNull();
  expect(found(sandboxView(office.store), 'order-1')).toMatchObject({ idPayment: 'order-1' });
});
