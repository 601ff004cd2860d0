import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDetails } from '../../../sandbox/payment-page/details.ts';
import { decideOffer, keyOf, nameOf } from '../../../sandbox/payment-page/offers.ts';
import { moneyText, timeText } from '../../../sandbox/payment-page/page-text.ts';
import { amounts } from '../amounts.ts';

const methods = [
  {
    paymentMethodCode: 'TRANSFER',
    requiredFields: ['accountName', 'unheardOf'],
    paymentOperators: [{ paymentOperatorCode: 'A', name: 'Bank A' }, { paymentOperatorCode: 'B' }],
  },
  { paymentMethodCode: 'INSTANT', requiredFields: [], paymentOperators: [{ paymentOperatorCode: 'A' }] },
  { paymentMethodCode: 'CASH', name: 'Cash', requiredFields: [], paymentOperators: [] },
];
const open = { paymentMethodCode: null, paymentOperatorCode: null, optionsAvailable: false };

describe('the available choices', () => {
  it('are every method with each of its operators, named as well as is known', () => {
    const decision = decideOffer(open, methods, null);
    if (decision.kind !== 'choose') throw new Error(decision.kind);
    expect(decision.offers.map(nameOf)).toEqual(['TRANSFER, Bank A', 'TRANSFER, B', 'INSTANT, A', 'Cash']);
    expect(decision.offers[0]?.requiredFields).toEqual(['accountName']);
    expect(decision.preselected).toBe(null);
  });

  it('are the methods of an operator that serves several, and no others', () => {
    const fixed = { ...open, paymentOperatorCode: 'A' };
    const decision = decideOffer(fixed, methods, null);
    if (decision.kind !== 'choose') throw new Error(decision.kind);
    expect(decision.offers.map(nameOf)).toEqual(['TRANSFER, Bank A', 'INSTANT, A']);
    expect(decideOffer(fixed, methods, 'CASH/')).toMatchObject({ kind: 'choose' });
    expect(decideOffer(fixed, methods, 'INSTANT/A')).toMatchObject({ kind: 'chosen' });
  });

  it('are preselected if there is only one', () => {
    const decision = decideOffer(open, methods.slice(2), null);
    expect(decision).toMatchObject({ kind: 'choose', preselected: { methodCode: 'CASH' } });
  });

  it('have a distinct key for every method and operator, whatever their codes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(codes, codes), { selector: String, minLength: 2 }), (pairs) => {
        const keys = pairs.map(([methodCode, operatorCode]) => keyOf({ ...plain, methodCode, operatorCode }));
        expect(new Set(keys).size).toBe(new Set(pairs.map((pair) => JSON.stringify(pair))).size);
      }),
    );
  });
});

const codes = fc.string({ unit: fc.constantFrom('a', '/', '%', ' ', 'é'), minLength: 1, maxLength: 4 });
const plain = { methodName: '', operatorName: null, requiredFields: [] };

describe('customer data', () => {
  const field = fc.constantFrom('accountName' as const, 'bankName' as const, 'emailAddress' as const);
  const data = fc.dictionary(field, fc.string({ minLength: 1, maxLength: 20 }));

  it('in the address is sent unchanged unless the customer may edit it, whatever is typed', () => {
    fc.assert(
      fc.property(data, data, fc.array(field), (customer, typed, requiredFields) => {
        const link = { customer, allowCustomerDataChange: false };
        const details = decideDetails(link, { requiredFields }, typed);
        for (const name of details.entries.map((entry) => entry.field)) {
          expect(Object.hasOwn(customer, name)).toBe(false);
          expect(requiredFields).toContain(name);
        }
        if (details.data !== null) expect(details.data).toMatchObject(customer);
      }),
    );
  });

  it('is complete only with everything that the method requires', () => {
    fc.assert(
      fc.property(data, data, fc.array(field), fc.boolean(), (customer, typed, requiredFields, allow) => {
        const link = { customer, allowCustomerDataChange: allow };
        const details = decideDetails(link, { requiredFields }, typed);
        if (details.data !== null) for (const name of requiredFields) expect(details.data[name]).toBeTruthy();
      }),
    );
  });
});

describe('text on the page', () => {
  it('keeps every digit of an amount, with thousands separators', () => {
    expect(moneyText({ amount: '1234567.8900', currencyCode: 'EUR' })).toBe('1,234,567.8900 EUR');
    expect(moneyText({ amount: '999', currencyCode: 'JPY' })).toBe('999 JPY');
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(moneyText({ amount, currencyCode: 'EUR' }).replaceAll(',', '')).toBe(`${amount} EUR`);
      }),
    );
  });

  it('formats a time of the gateway, and repeats a text that is not a time', () => {
    expect(timeText('2026-01-05T12:00:00.000Z')).toBe('5 Jan 2026, 12:00 UTC');
    expect(timeText('soon')).toBe('soon');
  });
});
