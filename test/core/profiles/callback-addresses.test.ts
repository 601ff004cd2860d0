import { expect, it } from 'vitest';
import { isSameCode } from '../../../contract/same-code.ts';
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

it('stores a merchant code without blanks around it, by which its policies are found, and refuses hidden characters', async () => {
  const { get, tell } = await openOffice();
  const other = added('https://merchant.example/cb');
  const { profile } = await get('profiles.add', { ...other, merchantCode: ' OTHER\n' });
  expect(profile.merchantCode).toBe('OTHER');
  for (const merchantCode of ['A\nB', 'A\u202EB', '  '])
    expect(await tell('profiles.add', { ...other, name: 'third', merchantCode })).toMatchObject({
      error: { code: 'inputInvalid' },
    });
  expect(isSameCode('OTHER ', 'other')).toBe(true);
});
