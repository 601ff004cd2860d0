import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ApprovalPolicy,
  approvalsNeeded,
  isLoosened,
  type CurrencyMoney,
} from '../../../contract/approvals/approval-policy.ts';
import { jointPolicyOf } from '../../../main/core/approvals/confirmed-controls.ts';
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

describe('a chain of changes of which none loosens the controls', () => {
  const small = fc.record({
    rules: fc.array(
      fc.record({
        currencyCode: fc.constantFrom('EUR', 'usdc.e', 'USDC.E'),
        batchFrom: fc.constantFrom('0', '10', '20'),
        approvals: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 2 },
    ),
    otherwise: fc.integer({ min: 0, max: 1 }),
    releaserCounts: fc.boolean(),
    enrolledPreparers: fc.boolean(),
  });
  const environments = ['live', 'sandbox'] as const;
  const addresses = ['https://one.example', 'https://two.example', 'https://three.example/'];
  const merchant = fc.record({
    environment: fc.constantFrom(...environments),
    baseUrl: fc.constantFrom(...addresses.slice(0, 2)),
    merchantCode: fc.constantFrom('M', 'm'),
  });
  const named = (name: string) => ({ name, publicKey: `MCowBQYDK2VwAyEA${name.repeat(43)}=` });
  /** What a person can ask for: one policy is set, or people are added and removed. */
  const change = fc.oneof(
    fc
      .record({ merchant, policy: small })
      .map((set) => ({ merchant: set.merchant, policy: ApprovalPolicy.parse(set.policy) }))
      .map((set) => (state: ControlState): ControlState => ({
        ...state,
        policies: [
          ...state.policies.filter((each) => JSON.stringify(each.merchant) !== JSON.stringify(set.merchant)),
          set,
        ],
      })),
    fc.subarray(['A', 'B', 'C']).map((names) => (state: ControlState): ControlState => ({
      ...state,
      approvers: names.map(named),
    })),
  );
  /** Every profile that a person may add: at each address, also one without a policy. */
  const profiles = environments.flatMap((environment) =>
    addresses.map((baseUrl) => ({ environment, baseUrl, merchantCode: 'M' })),
  );
  const batches = ['EUR', 'usdc.e', 'GBP'].flatMap((currencyCode) =>
    ['0', '9.99', '10', '20'].map((total) => [{ currencyCode, total, largest: total }]),
  );

  function isHeldLess(from: ControlState, to: ControlState): boolean {
    return profiles.some((profile) => {
      const [before, after] = [jointPolicyOf(from, profile), jointPolicyOf(to, profile)];
      return batches.some((paid) => {
        const [asked, askedAfter] = [before, after].map(({ policies }) =>
          Math.max(0, ...policies.map((each) => approvalsNeeded(each, paid))),
        );
        if (asked === undefined || askedAfter === undefined || asked === 0) return false;
        return (
          askedAfter < asked ||
          (after.releaserCounts && !before.releaserCounts) ||
          (before.enrolledPreparers && !after.enrolledPreparers) ||
          to.approvers.some(({ name }) => from.approvers.every((known) => known.name !== name))
        );
      });
    });
  }

  it('I12: holds at its end all that was held at its beginning, at every profile of the merchant', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 12 }), (changes) => {
        let state: ControlState = { approvers: [], policies: [] };
        const states = [state];
        for (const make of changes) {
          const next = make(state);
          if (loosens(state, next)) continue;
          state = next;
          expect(states.some((earlier) => isHeldLess(earlier, next))).toBe(false);
          states.push(next);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('I12: counts a restriction of one policy where it applies together with another that asks for approvals', () => {
    const [one, two] = addresses;
    const asking = ApprovalPolicy.parse({ rules: [], otherwise: 1, releaserCounts: true });
    const stateOf = (releaserCounts: boolean): ControlState => ({
      approvers: [],
      policies: [
        { merchant: { environment: 'live', baseUrl: two ?? '', merchantCode: 'M' }, policy: asking },
        {
          merchant: { environment: 'sandbox', baseUrl: one ?? '', merchantCode: 'M' },
          policy: ApprovalPolicy.parse({ rules: [], releaserCounts }),
        },
      ],
    });
    // A live profile at the first address is under both.
    expect(loosens(stateOf(false), stateOf(true))).toBe(true);
    expect(loosens(stateOf(true), stateOf(false))).toBe(false);
  });
});
