import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { addIncoming } from '../../../main/core/receiving/incoming/add.ts';
import { awaitedPayin, newPayin, profileOf } from '../receiving/quick-office.ts';

const added = (callbackUrl: string) => ({
  name: 'second',
  environment: 'sandbox' as const,
  baseUrl: 'https://gateway.example',
  merchantCode: 'OTHER',
  callbackUrl,
  key: { kind: 'none' } as const,
});

it.each([
  ['https:merchant.example/cb', 'https://merchant.example/cb'],
  [' https://merchant.example/a b', 'https://merchant.example/a%20b'],
  ['https://händler.example/rück?für=1', 'https://xn--hndler-bua.example/r%C3%BCck?f%C3%BCr=1'],
  ['HTTPS://Merchant.example:443/CB', 'https://merchant.example/CB'],
])('stores the callback address %s in the form that every gateway reads: %s', async (written, stored) => {
  const { get } = await openOffice();
  expect((await get('profiles.add', added(written))).profile.callbackUrl).toBe(stored);
  await get('profiles.edit', { name: 'main', callbackUrl: written });
  expect((await get('profiles.show', { profileName: 'main' })).profile.callbackUrl).toBe(stored);
});

it.each([
  ['with a user name and password', 'https://user:secret@merchant.example/cb'],
  ['with a user name', 'https://user@merchant.example/cb'],
  ['with a fragment', 'https://merchant.example/cb#part'],
  ['with an empty fragment', 'https://merchant.example/cb#'],
  ['that is too long as it is sent', `https://merchant.example/${'ü'.repeat(700)}`],
  ['that is not whole', 'merchant.example/cb'],
])('refuses a callback address %s', async (_how, written) => {
  const { tell } = await openOffice();
  expect(await tell('profiles.add', added(written))).toMatchObject({ error: { code: 'inputInvalid' } });
  const edit = { name: 'main', callbackUrl: written };
  expect(await tell('profiles.edit', edit)).toMatchObject({ error: { code: 'inputInvalid' } });
});

it('a callback address that an older version stored stays as it is, until a person changes it', async () => {
  const { get, store, draft } = await openOffice();
  const callbackUrl = ' https://user:secret@merchant.example/a b#part';
  store.editProfile('main', { callbackUrl, at: 1 });
  expect(await get('profiles.list', {})).toMatchObject([{ callbackUrl }]);
  const edit = { name: 'main', paymentPageUrl: 'https://pay.example/' };
  expect(await get('profiles.edit', edit)).toMatchObject({ callbackUrl });
  const { batchId } = await draft(['1.00']);
  expect(store.findBatch(batchId)?.callbackUrl).toBe(callbackUrl);
});

it('an address to return to is sent in that form, and one that an older version stored is still the same', async () => {
  const office = await openOffice();
  const { get, tell } = office;
  const input = { ...newPayin, idPayment: 'order-1', returnUrl: 'https://shop.example/dänke' };
  const first = await get('payins.create', input);
  expect(first.returnUrl).toBe('https://shop.example/d%C3%A4nke');
  expect(await get('payins.create', input)).toEqual(first);
  const { returnUrl } = input;
  const written = { ...awaitedPayin(office, { returnUrl, idPayment: 'older' }), kind: 'payin' } as const;
  const content = { ...written, paymentMethodCode: newPayin.paymentMethodCode };
  const life = { origin: 'created', awaitedUntil: null } as const;
  expect(addIncoming(office.parts, profileOf(office), content, life).returnUrl).toBe(input.returnUrl);
  const again = await get('payins.create', { ...input, idPayment: 'older' });
  expect(again.returnUrl).toBe(input.returnUrl);
  const refused = { ...input, idPayment: 'order-2', returnUrl: 'https://shop.example/#thanks' };
  expect(await tell('payins.create', refused)).toMatchObject({ error: { code: 'inputInvalid' } });
});
