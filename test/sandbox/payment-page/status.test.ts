import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { steadyClock } from '../../../sandbox/index.ts';
import { idPayin, openTill, returnUrl, type Till } from './till.ts';
import { buttonsOf, entriesOf, headingOf, press, type Seen, visit, wordsOf } from './walk.ts';

const settleMs = 60_000;
let nowMs: number;
let till: Till;
beforeEach(async () => {
  nowMs = steadyClock.now();
  const setTimer = (call: () => void) => steadyClock.setTimer(call, 1);
  till = await openTill({ settleMs, clock: { now: () => nowMs, setTimer } });
});
afterEach(() => till.sandbox.close());

/** Pays by this method from the first look to the page that follows. */
async function payBy(parameters: Record<string, string | undefined>): Promise<Seen> {
  return press(await visit(await till.link({ accountName: 'Jane Roe', ...parameters })), 'Pay 12.50 EUR');
}

const transfer = { paymentMethodCode: 'BANK_TRANSFER' };
const card = { paymentMethodCode: 'CARD', emailAddress: 'jane@example.com' };
const withReference = [
  'POST /payins/!availablePaymentOptions',
  `POST /payins/${idPayin}`,
  `GET /payins/${idPayin}`,
  `POST /payins/${idPayin}/!setExternalReference`,
];

describe('the status view', () => {
  it('refreshes itself until the payment is final, and then leads back to the merchant', async () => {
    const before = await payBy(card);
    expect(before.headers.get('refresh')).toBe('2');
    expect(wordsOf(before)).toContain('Status: PENDING.');
    nowMs += settleMs;
    const after = await visit(before.address);
    expect([headingOf(after), after.headers.get('refresh')]).toEqual(['Paid: 12.50 EUR', null]);
    expect(after.html).toContain('href="https://shop.example/thanks?order=1&amp;lang=en"');
    expect(wordsOf(after)).toContain('Return to the merchant shop.example');
  });

  it('shows any other final status as it is, never as paid', async () => {
    const before = await payBy({ ...card, accountName: 'Jane 9001' });
    nowMs += settleMs;
    const after = await visit(before.address);
    expect([headingOf(after), after.headers.get('refresh')]).toEqual(['Not paid: 12.50 EUR', null]);
    expect(wordsOf(after)).toContain('ended with the status FAILED');
  });

  it('is open to a token that permits reading this payment, and to no other', async () => {
    await payBy(card);
    expect((await visit(till.status(await till.infoToken()))).status).toBe(200);
    const other = await visit(till.status(await till.infoToken('order-2')));
    const expired = await visit(till.status('nonsense'));
    expect([other.status, expired.status]).toEqual([403, 401]);
    for (const seen of [other, expired]) {
      expect(wordsOf(seen)).toContain('Ask the merchant whether your payment has arrived.');
      expect(seen.headers.get('refresh')).toBe(null);
    }
  });

  it.each(['idPayin', 'token', 'currencyCode'])('is refused without %s', async (parameter) => {
    const seen = await visit(till.status(await till.infoToken(), { [parameter]: undefined }));
    expect([seen.status, wordsOf(seen)]).toEqual([400, expect.stringContaining(`${parameter} : missing`)]);
  });

  it('says that its address names a different currency from the payment’s', async () => {
    await payBy(card);
    const seen = await visit(till.status(await till.infoToken(), { currencyCode: 'USD' }));
    expect(wordsOf(seen)).toContain('names USD, but the payment is in EUR');
  });

  it('keeps asking about a payment that the gateway does not know yet or cannot show', async () => {
    const unknown = await visit(till.status(await till.infoToken()));
    expect([unknown.status, headingOf(unknown)]).toEqual([404, 'This payment is not known']);
    expect(unknown.headers.get('refresh')).toBe('2');
    const first = await payBy({ ...card, accountName: 'Jane 9013' });
    const states = [first, await visit(first.address), await visit(first.address)];
    expect(states.map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  it('shows the gateway’s amount, not the link’s', async () => {
    const state = await payBy({ ...card, accountName: 'Jane 9010' });
    expect(wordsOf(state)).toContain('Payment 13.50 EUR');
  });
});

describe('an offline method', () => {
  it('shows bank, branch, reference, amount and expiry, and says plainly if no reference can be passed on', async () => {
    const seen = await payBy(transfer);
    expect(headingOf(seen)).toBe('Transfer 12.50 EUR');
    const expiry = new Date(nowMs + 86_400_000).getUTCFullYear();
    expect(wordsOf(seen)).toMatch(
      new RegExp(
        `Bank Sandbox Bank Branch Main Branch Amount 12.50 EUR Reference \\d{10} Pay before \\d+ \\w+ ${expiry}, \\d\\d:\\d\\d UTC`,
      ),
    );
    expect(wordsOf(seen)).toContain('This link does not permit passing on a reference of your own.');
    expect([entriesOf(seen), buttonsOf(seen)]).toEqual([{}, ['I have paid']]);
    const waiting = await press(seen, 'I have paid');
    expect([headingOf(waiting), waiting.headers.get('refresh')]).toEqual(['Waiting for your transfer', '2']);
    expect(till.book()).toMatchObject([{ externalReference: null }]);
    nowMs += settleMs;
    expect(headingOf(await visit(waiting.address))).toBe('Paid: 12.50 EUR');
  });

  it('asks for the reference of the transfer and sets it, if the token permits that', async () => {
    const seen = await payBy({ ...transfer, token: await till.tokenFor(withReference) });
    // Nothing is taken from under the hands of somebody who types.
    expect([entriesOf(seen), seen.headers.get('refresh')]).toEqual([{ externalReference: '' }, null]);
    const empty = await press(seen, 'I have paid', { externalReference: '  ' });
    expect(wordsOf(empty)).toContain('Enter the reference of your transfer');
    const waiting = await press(empty, 'I have paid', { externalReference: ' “RF18 5390” ' });
    expect(headingOf(waiting)).toBe('Waiting for your transfer');
    expect(till.book()).toMatchObject([{ externalReference: '“RF18 5390”' }]);
  });

  it('says that the reference was not passed on', async () => {
    const seen = await payBy({ ...transfer, token: await till.tokenFor(withReference, 60) });
    const form = seen.html.replace(/(name="idPayin" value=")[^"]*/, '$1order-2');
    const token = await till.tokenFor([...withReference, 'GET /payins/order-2', 'POST /payins/order-2/.*']);
    const elsewhere = { ...seen, html: form.replace(/(name="token" value=")[^"]*/, `$1${token}`) };
    const refused = await press(elsewhere, 'I have paid', { externalReference: 'RF18' });
    expect(refused.address).toContain('notice=referenceRefused');
    expect(till.book()).toMatchObject([{ externalReference: null }]);
  });
});

describe('the merchant', () => {
  it('is shown by the name of its channel only if the token permits reading it', async () => {
    const without = await visit(await till.link({ ...transfer, accountName: 'Jane' }));
    expect(headingOf(without)).toBe('Pay 12.50 EUR to M1');
    const token = await till.tokenFor([...withReference, 'GET /merchant-info']);
    const named = await visit(await till.link({ ...transfer, accountName: 'Jane', token }));
    expect(headingOf(named)).toBe('Pay 12.50 EUR to Sandbox channel');
  });

  it('has its addresses passed on unchanged', async () => {
    await payBy(card);
    expect(JSON.parse(till.body())).toMatchObject({ callbackUrl: 'http://127.0.0.1:9/callbacks', returnUrl });
  });
});
