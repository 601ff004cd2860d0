import { paymentMeaning } from '../../contract/text/payment-meaning.ts';
import { assert, json, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentStates, type PayoutDetail } from '../../contract/payments/payment.ts';
import { matching, type PaletteEntry } from '../../renderer/palette/matching.ts';
import { indentedJson } from '../../renderer/kit/life/exact-json.ts';
import { receiptFacts, receiptSentence } from '../../renderer/payouts/receipt/receipt-text.ts';
import { causeText } from '../../contract/text/cause-text.ts';

describe('a request or an answer on readable lines', () => {
  it('keeps every number as it was written', () => {
    const text = '{"amount":1.10,"big":12345678901234567890.000,"exponent":1E-8,"none":[],"empty":{}}';
    expect(indentedJson(text)).toBe(
      '{\n  "amount": 1.10,\n  "big": 12345678901234567890.000,\n  "exponent": 1E-8,\n  "none": [],\n  "empty": {}\n}',
    );
  });

  it('changes only white space between the parts, whatever the JSON', () => {
    assert(
      property(json(), (text) => {
        expect(JSON.parse(indentedJson(text))).toEqual(JSON.parse(text));
        const withoutSpace = (spaced: string) => spaced.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
        expect(withoutSpace(indentedJson(text))).toBe(withoutSpace(text));
      }),
    );
  });

  it('leaves text that is not JSON unchanged', () => {
    for (const text of ['', 'Bad gateway', '{"a":1', '<html>{}</html>'])
      expect(indentedJson(text)).toBe(text);
  });
});

describe('texts about a payout', () => {
  it('put causes into words, and show what an older Bursar wrote unchanged', () => {
    expect(causeText({ code: 'sent', attempt: 1 })).toBe('Sending to the gateway');
    expect(causeText({ code: 'sent', attempt: 2 })).toMatch(/Repeating .*\(attempt 2\)/);
    expect(causeText({ code: 'answered', status: 409 })).toBe(
      'The gateway answered 409: it already has this order ID',
    );
    expect(causeText({ code: 'scheduled', at: '2026-12-01T09:00:00.000Z' })).toMatch(
      / for 2026-12-01 09:00 UTC$/,
    );
    expect(causeText({ code: 'other', text: 'constructor' })).toBe('constructor');
  });
});

describe('a receipt', () => {
  const events: PayoutDetail['events'] = [];

  it('says of a paid payout that the gateway has since reported another status', () => {
    const reversed = {
      state: 'paid' as const,
      gatewayStatus: 'FAILED',
      problem: null,
      events,
      wasSent: true,
    };
    expect(receiptSentence(reversed)).toBe(
      'No longer confirmed as paid: the gateway has since reported the status FAILED.',
    );
    const described = { ...reversed, kind: 'payout' as const, decisions: [] };
    expect(paymentMeaning({ ...described, origin: null })).toMatch(/has since reported the status FAILED\./);
    expect(paymentMeaning({ ...described, origin: null, gatewayStatus: 'SUCCESS' })).toMatch(
      /Nothing more to do/,
    );
  });

  it('says of a paid payout that the gateway has since reported another amount', () => {
    const held = { amount: '999.00', currencyCode: 'EUR' };
    const problem = { code: 'otherMoney' as const, held };
    const changed = {
      state: 'paid' as const,
      gatewayStatus: 'SUCCESS',
      problem,
      events,
      wasSent: true,
    };
    expect(receiptSentence(changed)).toBe(
      'No longer confirmed as paid: the gateway has since reported 999.00 EUR for it.',
    );
    const described = { ...changed, kind: 'payout' as const, decisions: [], origin: null };
    expect(paymentMeaning(described)).toMatch(/has since reported 999\.00 EUR for it\. Ask/);
  });

  it('says that money was paid only for a paid payout', () => {
    for (const state of paymentStates) {
      const payout = { state, gatewayStatus: null, problem: null, events, wasSent: false };
      expect(receiptSentence(payout).startsWith('Paid')).toBe(state === 'paid');
    }
  });

  it('gives the status with which the gateway finished a payout, and calls none in progress that it does not know', () => {
    const payout = { gatewayStatus: 'COMPLETED', problem: null, events, wasSent: true };
    expect(receiptSentence({ ...payout, state: 'failed' })).toMatch(
      /finished this payout with the status COMPLETED\.$/,
    );
    const accepted = { ...payout, state: 'accepted', gatewayStatus: null } as const;
    expect(receiptSentence(accepted)).toMatch(/being processed/);
    const forgotten = { code: 'forgotten', since: '2026-01-05T17:30:00.000Z' } as const;
    expect(receiptSentence({ ...accepted, problem: forgotten })).not.toMatch(/process/);
    // It has said something, which Bursar cannot read.
    const unreadable = { code: 'unreadableStatus', received: '{}' } as const;
    expect(receiptSentence({ ...accepted, problem: unreadable })).not.toMatch(/process|has not said/);
  });

  it('calls no payout accepted of which the gateway has only said that it has its order ID', () => {
    const payout = { gatewayStatus: null, events, wasSent: true, state: 'accepted' } as const;
    const forgotten = { code: 'forgotten', since: '2026-01-05T17:30:00.000Z' } as const;
    for (const problem of [
      { code: 'acceptedBefore' } as const,
      { ...forgotten, byRepetition: true } as const,
    ])
      expect(receiptSentence({ ...payout, problem })).toBe(
        'The gateway said that it has this payout. What became of it since is not known. Not confirmed as paid.',
      );
    expect(receiptSentence({ ...payout, problem: forgotten })).toMatch(/^Accepted by the gateway\. What/);
  });

  it('calls nothing unsent that may have left', () => {
    for (const state of ['draft', 'queued', 'cancelled'] as const) {
      const payout = { state, gatewayStatus: null, problem: null, events, wasSent: true };
      expect(receiptSentence(payout)).toBe('Not confirmed as paid: the gateway may hold an earlier request.');
    }
  });

  it('leaves out empty values and keeps every digit', () => {
    const payout: PayoutDetail = {
      idPayout: 'b-1',
      batchId: 'b',
      rowNumber: 1,
      state: 'paid',
      gatewayStatus: 'SUCCESS',
      money: { amount: '1234567.890', currencyCode: 'KWD' },
      fee: { amount: '0.10', currencyCode: 'KWD' },
      accountName: 'A',
      accountNumber: '',
      paymentMethodCode: 'M',
      paymentOperatorCode: '',
      emailAddress: '',
      reference: '',
      profileName: 'acme',
      environment: 'sandbox',
      releasedAt: '2026-01-01T00:00:00.000Z',
      isProfileRemoved: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      problem: null,
      problemCode: null,
      problemMessage: null,
      retryOf: null,
      retryOfBatchId: null,
      retriedBy: null,
      paidToo: null,
      isRetriable: false,
      decisions: [],
      gatewayCreatedAt: null,
      processedAt: null,
      isTest: null,
      events,
      wasSent: true,
      unasked: null,
      attempts: [],
    };
    const facts = receiptFacts(payout);
    expect(facts.find(({ title }) => title === 'Fee')?.value).toBe('0.100 KWD');
    expect(facts.some(({ title }) => title === 'Reference')).toBe(false);
  });
});

describe('the command palette', () => {
  const entry = (title: string, keywords = ''): PaletteEntry => ({
    key: title,
    group: 'Do',
    title,
    keywords,
    run: () => undefined,
  });
  const entries = [
    entry('Overview', 'balances'),
    entry('New batch'),
    entry('Batches'),
    entry('Refresh the balances'),
  ];
  const titles = (typed: string) => matching(typed, entries).map(({ title }) => title);

  it('finds by the beginnings of words, best matches first', () => {
    expect(titles('bat')).toEqual(['Batches', 'New batch']);
    expect(titles('new b')).toEqual(['New batch']);
  });

  it('finds by synonyms, after entries whose own name matches', () => {
    expect(titles('bal')).toEqual(['Refresh the balances', 'Overview']);
  });

  it('offers everything while nothing is typed, and nothing if a word matches nowhere', () => {
    expect(titles(' ')).toHaveLength(entries.length);
    expect(titles('new xyz')).toEqual([]);
  });
});
