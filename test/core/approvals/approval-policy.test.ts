import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ApprovalPolicy,
  approvalsNeeded,
  isLoosened,
  type CurrencyMoney,
} from '../../../contract/approvals/approval-policy.ts';
import { loosens } from '../../../main/core/approvals/loosening.ts';
import type { ControlState } from '../../../contract/approvals/signed-documents.ts';

const currencies = ['EUR', 'USD', 'usdc.e'];
const amount = fc.integer({ min: 0, max: 4000 }).map((cents) => (cents / 100).toFixed(2));
const rule = fc
  .record({
    currencyCode: fc.constantFrom(...currencies),
    batchFrom: fc.option(amount, { nil: undefined }),
    payoutFrom: fc.option(amount, { nil: undefined }),
    approvals: fc.integer({ min: 0, max: 3 }),
  })
  .filter(({ batchFrom, payoutFrom }) => batchFrom !== undefined || payoutFrom !== undefined)
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
const policy = fc
  .record({
    rules: fc.array(rule, { maxLength: 5 }),
    otherwise: fc.integer({ min: 0, max: 3 }),
    releaserCounts: fc.boolean(),
    enrolledPreparers: fc.boolean(),
  })
  .map((given) => ApprovalPolicy.parse(given));
const money = fc
  .uniqueArray(
    fc
      .record({ currencyCode: fc.constantFrom(...currencies, 'GBP', 'USDC.E'), one: amount, other: amount })
      .map(({ currencyCode, one, other }): CurrencyMoney => {
        const isLess = Number(one) < Number(other);
        return { currencyCode, total: isLess ? other : one, largest: isLess ? one : other };
      }),
    { minLength: 1, maxLength: 3, selector: ({ currencyCode }) => currencyCode },
  )
  .map((list) => list);

const asks = (...rules: object[]): ApprovalPolicy => ApprovalPolicy.parse({ rules });

describe('an approval policy', () => {
  it('asks for the highest number of approvals of any rule that applies, in any currency', () => {
    const some = asks(
      { currencyCode: 'EUR', batchFrom: '1000.00', approvals: 1 },
      { currencyCode: 'EUR', batchFrom: '50000', approvals: 2 },
      { currencyCode: 'USD', payoutFrom: '10', approvals: 3 },
    );
    const of = (currencyCode: string, total: string, largest: string): number =>
      approvalsNeeded(some, [{ currencyCode, total, largest }]);
    expect([of('EUR', '999.99', '999.99'), of('EUR', '1000', '1'), of('EUR', '50000.00', '1')]).toEqual([
      0, 1, 2,
    ]);
    expect([of('USD', '1000', '9.99'), of('USD', '10', '10.00'), of('GBP', '1000000', '1000000')]).toEqual([
      0, 3, 0,
    ]);
  });

  it('I12: adds up what a batch pays in two spellings of one currency code, as a release limit does', () => {
    const some = asks({ currencyCode: 'usdc.e', batchFrom: '1000', approvals: 1 });
    const of = (...totals: readonly [code: string, total: string][]): number =>
      approvalsNeeded(
        some,
        totals.map(([currencyCode, total]) => ({ currencyCode, total, largest: total })),
      );
    expect(of(['usdc.e', '600.00'], ['USDC.E', '400.00'])).toBe(1);
    expect(of(['usdc.e', '600.00'], ['USDC.E', '399.99'])).toBe(0);
    expect(of(['usdc.e', '600.00'], ['USDC', '600.00'])).toBe(0);
  });

  it('compares amounts by value, so that no other spelling of an amount or currency evades a rule', () => {
    const some = asks({ currencyCode: 'usdc.e', batchFrom: '1000.00', approvals: 1 });
    expect(approvalsNeeded(some, [{ currencyCode: 'USDC.E', total: '1000', largest: '1' }])).toBe(1);
  });

  it('I12: a change that does not loosen the policy releases no batch that the previous policy held', () => {
    fc.assert(
      fc.property(policy, policy, money, (from, to, paid) => {
        if (isLoosened(from, to)) return;
        const before = approvalsNeeded(from, paid);
        expect(approvalsNeeded(to, paid)).toBeGreaterThanOrEqual(before);
        if (before > 0 && !from.releaserCounts) expect(to.releaserCounts).toBe(false);
        if (before > 0 && from.enrolledPreparers) expect(to.enrolledPreparers).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is not loosened by itself, nor by more approvals, another currency or a lower amount', () => {
    fc.assert(
      fc.property(policy, (same) => {
        expect(isLoosened(same, same)).toBe(false);
      }),
    );
    const one = asks({ currencyCode: 'EUR', batchFrom: '1000', approvals: 1 });
    const tighter = [
      asks({ currencyCode: 'EUR', batchFrom: '1000', approvals: 2 }),
      asks({ currencyCode: 'EUR', batchFrom: '500.00', approvals: 1 }),
      ApprovalPolicy.parse({ rules: one.rules, otherwise: 1 }),
    ];
    expect(tighter.map((to) => isLoosened(one, to))).toEqual([false, false, false]);
    const looser = [
      asks(),
      asks({ currencyCode: 'EUR', batchFrom: '1000.01', approvals: 1 }),
      asks({ currencyCode: 'EUR', payoutFrom: '1000', approvals: 1 }),
      ApprovalPolicy.parse({ rules: one.rules, releaserCounts: true }),
    ];
    expect(looser.map((to) => isLoosened(one, to))).toEqual([true, true, true, true]);
  });
});

describe('the controls in force', () => {
  const merchant = { environment: 'live', baseUrl: 'https://gateway.example', merchantCode: 'M' } as const;
  const person = (name: string, letter: string) => ({
    name,
    publicKey: `MCowBQYDK2VwAyEA${letter.repeat(43)}=`,
  });
  const one = asks({ currencyCode: 'EUR', batchFrom: '1', approvals: 1 });
  const state = (approvers: ControlState['approvers'], ...policies: ApprovalPolicy[]): ControlState => ({
    approvers,
    policies: policies.map((each) => ({ merchant, policy: each })),
  });
  const [ann, ben] = [person('Ann', 'A'), person('Ben', 'B')];

  it('are loosened by another eligible approver once a policy requires approvals, and by the removal of a policy', () => {
    expect(loosens(state([ann]), state([ann, ben]))).toBe(false);
    expect(loosens(state([ann], one), state([ann, ben], one))).toBe(true);
    expect(loosens(state([ann], one), state([{ ...ben, name: 'Ann' }], one))).toBe(true);
    expect(loosens(state([ann], one), state([ann]))).toBe(true);
  });

  it('are not loosened by a person who may no longer approve', () => {
    expect(loosens(state([ann, ben], one), state([ann], one))).toBe(false);
  });
});
