import { describe, expect, it } from 'vitest';
import { NewIncoming, hasInstructions, type PayingInstructions } from '../../contract/receiving/incoming.ts';
import { paymentStates } from '../../contract/payments/payment.ts';
import { paymentMeaning } from '../../contract/text/payment-meaning.ts';
import { payoutStates } from '../../renderer/kit/states/states.ts';
import { causeText } from '../../contract/text/cause-text.ts';
import { problemText } from '../../contract/text/problem-text.ts';
import {
  emptyIncoming,
  incomingInputOf,
  resolveIncoming,
  type IncomingFields,
} from '../../renderer/receive/create/new-incoming.ts';
import {
  everything,
  incomingLink,
  isNarrowed,
  readFilter,
  writeFilter,
} from '../../renderer/receive/filter.ts';
import { mayReportLater } from '../../renderer/payments/gateway-report.ts';
import { topUpLink } from '../../renderer/receive/top-up-link.ts';
import { isKnownThere, originLabel } from '../../renderer/receive/receive-labels.ts';

async function faultsIn(fields: IncomingFields): Promise<Record<string, string | undefined>> {
  const { errors } = await resolveIncoming(fields, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

const filled: IncomingFields = {
  ...emptyIncoming,
  amount: ' 1234.50 ',
  currencyCode: 'eur',
  paymentMethodCode: ' CARD ',
};

describe('the form of a payin or top-up', () => {
  it('creates the input of the contract, without spaces around typed values', async () => {
    const input = incomingInputOf(filled, 'main');
    expect(input).toMatchObject({
      money: { amount: '1234.50', currencyCode: 'EUR' },
      paymentMethodCode: 'CARD',
      idPayment: '',
    });
    expect(NewIncoming.safeParse(input).success).toBe(true);
    expect(await faultsIn(filled)).toEqual({});
  });

  it('says next to each field what is missing or wrong', async () => {
    expect(await faultsIn(emptyIncoming)).toEqual({
      amount: 'Enter the amount, for example 1234.50.',
      currencyCode: 'Enter the currency, for example EUR.',
      paymentMethodCode: 'Choose the payment method.',
    });
    const wrong = {
      ...filled,
      amount: '1,234.50',
      idPayment: 'a b',
      returnUrl: 'nowhere',
      emailAddress: 'a@b',
    };
    expect(Object.keys(await faultsIn(wrong)).toSorted()).toEqual([
      'amount',
      'emailAddress',
      'idPayment',
      'returnUrl',
    ]);
    expect((await faultsIn(wrong))['amount']).toBe('An amount is a plain decimal such as 1234.50.');
    const long = { ...wrong, amount: '1234567890123456789' };
    expect((await faultsIn(long))['amount']).toBe(
      'An amount has at most 18 digits before and 18 after the decimal point.',
    );
  });
});

describe('the filter of the list', () => {
  it('is restored from the address as it was written', () => {
    const filter = {
      isOfAll: true,
      kind: 'topup',
      states: ['accepted', 'unknown'],
      currencyCode: 'EUR',
      dateOf: 'paid',
      from: '2026-03-01',
      to: '2026-03-31',
      search: 'Élodie & Söhne',
    } as const;
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(isNarrowed(filter)).toBe(true);
    expect(writeFilter(everything).toString()).toBe('');
    expect(isNarrowed(everything)).toBe(false);
  });

  it('ignores conditions that cannot be read', () => {
    const address = new URLSearchParams('kind=payout&state=gone&state=paid&state=paid&currency=eur&q=%20');
    expect(readFilter(address)).toEqual({ ...everything, states: ['paid'] });
  });

  it('stays in the address of a payment opened next to the list', () => {
    const address = new URLSearchParams('q=order');
    const payment = { kind: 'payin', idPayment: 'shop-1', profileName: 'Main & Co' } as const;
    expect(incomingLink(payment, address)).toBe('/receive/payin/shop-1?q=order&of=Main+%26+Co');
  });
});

it('leads to a top-up with the missing amount filled in, to the last digit', () => {
  expect(topUpLink('BTC', '0.000000000000000001', 'main')).toBe(
    '/receive/topup/new?currency=BTC&amount=0.000000000000000001&of=main',
  );
  expect(topUpLink('EUR')).toBe('/receive/topup/new?currency=EUR');
});

describe('texts about a payin, link or top-up', () => {
  const payment = {
    kind: 'payin',
    origin: 'created',
    problem: null,
    gatewayStatus: null,
    wasSent: true,
    decisions: [],
  } as const;

  it('are a separate sentence for each state, and mention no payout', () => {
    const said = paymentStates.map((state) => paymentMeaning({ ...payment, state }));
    expect(new Set(said).size).toBe(paymentStates.length);
    for (const sentence of said) expect(sentence).not.toMatch(/payout/i);
  });

  it('say of an awaited payment that nobody has paid yet, and of an offline method that the gateway waits for the money', () => {
    const link = { ...payment, origin: 'link', state: 'awaited', wasSent: false } as const;
    expect(paymentMeaning({ ...link, awaitedUntil: '14:02' })).toMatch(
      /not begun to pay yet.* until 14:02, and a few times after that\./,
    );
    const none = { bankName: null, branchName: null, accountName: null, accountNumber: null };
    const instructions = { ...none, money: null, expireAt: null, reference: '89', returnUrl: null };
    const said = (given: PayingInstructions) =>
      paymentMeaning({ ...payment, state: 'accepted', hasInstructions: hasInstructions(given) });
    expect(said(instructions)).toMatch(/waiting for the money/);
    const late = paymentMeaning({ ...payment, state: 'accepted', hasInstructions: true, isLate: true });
    expect(late).toMatch(/^The time to pay is over, .* has not reported that the money arrived\./);
    expect(said({ ...instructions, reference: null, returnUrl: 'https://m.example/back' })).toMatch(
      /is processing it/,
    );
  });

  it('say to refresh it only if its profile is there', () => {
    const conflict = { ...payment, state: 'conflict', unasked: 'ended' } as const;
    const stopped = { ...payment, origin: 'link', state: 'cancelled' } as const;
    for (const each of [conflict, stopped]) {
      expect(paymentMeaning({ ...each, isProfileRemoved: false })).toMatch(/refresh it\.$/);
      const removed = { ...each, isProfileRemoved: true, unasked: 'profileRemoved' } as const;
      expect(paymentMeaning(removed)).toMatch(
        /Its profile was removed\. Add the profile again with its key to ask\.$/,
      );
    }
  });

  it('name where it comes from', () => {
    expect(originLabel({ kind: 'payin', origin: 'link' })).toBe('Link');
    expect(originLabel({ kind: 'topup', origin: 'created' })).toBe('Top-up');
    expect(originLabel({ kind: 'topup', origin: 'followed' })).toBe('Followed top-up');
    const codes = ['created', 'link', 'followed'] as const;
    const nobodyCame = causeText({ code: 'nobodyCame', until: null });
    expect([...codes.map((code) => causeText({ code })), nobodyCame]).toEqual([
      'A person created it',
      'A person created a payment link for it',
      'A person asked Bursar to follow it',
      'Nobody had begun to pay it before it expired',
    ]);
  });

  it('show its expiry in minutes and UTC, like every time', () => {
    const until = '2026-11-25T10:49:19.499Z';
    const texts = [
      problemText(
        { code: 'expired', until },
        { kind: 'payin', idPayment: 'a', amount: '1', currencyCode: 'EUR' },
      ),
      causeText({ code: 'nobodyCame', until }),
    ];
    for (const text of texts) expect(text).toMatch(/ by 2026-11-25 10:49 UTC/);
  });

  it('requests accounts only if the gateway can know the payin', () => {
    const known = paymentStates.filter((state) => isKnownThere({ state, lastAnswer: null }));
    expect(known).toEqual(['sending', 'unknown', 'accepted', 'paid', 'failed', 'conflict', 'outside']);
    expect(isKnownThere({ state: 'cancelled', lastAnswer: { at: '', raw: '{}' } })).toBe(true);
  });
});

it('offers no state for payouts that only payments created by others can have', () => {
  expect(payoutStates).not.toContain('awaited');
  expect(payoutStates.length).toBe(paymentStates.length - 1);
});

describe('the gateway’s report about a payment', () => {
  it('keeps its place while it may still arrive, and has none if it was never requested or is complete', () => {
    expect(paymentStates.filter(mayReportLater)).toEqual(['sending', 'unknown', 'accepted']);
  });
});
