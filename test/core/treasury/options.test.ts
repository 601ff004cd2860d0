import { expect, it } from 'vitest';
import { knownOptions, readOptions } from '../../../main/core/treasury/options.ts';
import { openOffice } from '../../kit/office.ts';

const money = (amount: string) => ({ amount, currencyCode: 'EUR' });
const day = 24 * 60 * 60 * 1000;

it('requests options once for an amount, however it is written, while the answer is recent enough', async () => {
  const { get, asked, wait } = await openOffice();
  const lookUps = (): number => asked.filter((request) => request.includes('vailable')).length;
  const first = await get('options.read', { kind: 'payout', money: money('10.50') });
  expect(first.options.map(({ paymentMethodCode }) => paymentMethodCode)).toContain('BANK_TRANSFER');
  const again = await get('options.read', { kind: 'payout', money: money('10.5'), maxAgeMs: day });
  expect(again).toEqual(first);
  expect(lookUps()).toBe(1);
  await get('options.read', { kind: 'payin', money: money('10.5'), maxAgeMs: day });
  await get('options.read', { kind: 'payout', money: money('10.51'), maxAgeMs: day });
  expect(lookUps()).toBe(3);
  wait(2 * day);
  await get('options.read', { kind: 'payout', money: money('10.5'), maxAgeMs: day });
  expect(lookUps()).toBe(4);
});

it('asks for one customer segment at a time, and reuses its answer for no other segment', async () => {
  const { get, tell, asked } = await openOffice();
  const lookUps = (): number => asked.filter((request) => request.includes('vailable')).length;
  const wish = { kind: 'payin', money: money('10.50'), maxAgeMs: day } as const;
  const codes = async (segmentCode: string) =>
    (await get('options.read', { ...wish, segmentCode })).options.map((option) => option.paymentMethodCode);
  expect(await codes('BUSINESS')).toEqual(['BANK_TRANSFER']);
  expect(await codes('')).toEqual(['BANK_TRANSFER', 'CARD']);
  expect(await codes('RETAIL')).toEqual(['BANK_TRANSFER', 'CARD']);
  expect(await codes('BUSINESS')).toEqual(['BANK_TRANSFER']);
  expect(await codes('')).toEqual(['BANK_TRANSFER', 'CARD']);
  expect(lookUps()).toBe(4);
  const unknown = await tell('options.read', { ...wish, segmentCode: 'NOBODY' });
  expect(unknown).toMatchObject({
    ok: false,
    error: { details: { problems: [{ code: 'SEGMENT_UNKNOWN', field: 'segmentCode' }] } },
  });
});

it('asks again if no age is allowed', async () => {
  const { get, asked } = await openOffice();
  await get('options.read', { kind: 'payout', money: money('1.00') });
  await get('options.read', { kind: 'payout', money: money('1.00') });
  expect(asked.filter((request) => request.includes('vailable'))).toHaveLength(2);
});

it('remembers, with the reason, that the gateway offers nothing for an amount', async () => {
  const { parts, store, tell, asked } = await openOffice();
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('no profile');
  const wish = { kind: 'payout', money: money('4060.07'), maxAgeMs: day } as const;
  const refused = await tell('options.read', wish);
  expect(refused).toMatchObject({ ok: false, error: { code: 'gatewayRefused' } });
  const [known] = knownOptions(parts, profile, 'payout', [wish.money], day);
  expect(known).toMatchObject({ options: [], refusal: { code: 'gatewayRefused' } });
  expect(known?.refusal?.details.problems).toMatchObject([{ code: 'NO_PAYMENT_OPTION' }]);
  const requests = asked.length;
  expect(await tell('options.read', wish)).toMatchObject({
    ok: false,
    error: { message: refused.ok ? '' : refused.error.message },
  });
  expect(asked.length).toBe(requests);
});

it('does not take a failure to reach the gateway for an answer', async () => {
  const { parts, store, sandbox } = await openOffice();
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('no profile');
  sandbox.leave();
  const call = { priority: 'interactive' } as const;
  expect((await readOptions(parts, profile, 'payout', money('1.00'), day, call)).ok).toBe(false);
  expect(knownOptions(parts, profile, 'payout', [money('1.00')], day)).toEqual([null]);
});

it('forgets options after a week, in pieces', async () => {
  const { get, wait, store } = await openOffice();
  await get('options.read', { kind: 'payout', money: money('7.00') });
  wait(8 * day);
  await get('options.read', { kind: 'payout', money: money('8.00') });
  const keyId = store.findProfile('main')?.keyId ?? '';
  const found = store.findOptions({ keyId, kind: 'payout', currencyCode: 'EUR' }, ['7', '8']);
  expect([...found.keys()]).toEqual(['8']);
});

it('shows and stores no name of a method or operator that turns its reading direction', async () => {
  const { parts, store, get, sandbox } = await openOffice();
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('no profile');
  sandbox.gateway.addCode({ list: 'paymentOperators', code: 'ODD', name: 'Odd\u202Eknab' });
  sandbox.gateway.addCode({ list: 'paymentMethods', code: 'PIGEON', name: 'Pigeon\u202Etsop' });
  const wanted = money('10.50');
  const { options } = await get('options.read', { kind: 'payout', money: wanted });
  const operators = options.flatMap((option) => option.operators);
  expect([...options, ...operators].map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Odd\uFFFDknab', 'Pigeon\uFFFDtsop']),
  );
  expect(knownOptions(parts, profile, 'payout', [wanted], day)).toMatchObject([{ options }]);
});
