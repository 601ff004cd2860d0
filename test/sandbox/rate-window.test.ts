import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateWindow } from '../../sandbox/rate-window.ts';
import { createBench } from './harness.ts';

/** The most of these ascending times that lie within any 1,000 ms, counted in the plainest way. */
function mostWithinOneSecond(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((start) => times.filter((time) => time >= start && time < start + 1000).length),
  );
}

const gaps = fc.array(
  fc.oneof(fc.constantFrom(0, 1, 99, 100, 999, 1000), fc.double({ min: 0, max: 400, noNaN: true })),
  {
    maxLength: 200,
  },
);

function timesOf(list: readonly number[]): number[] {
  let now = 1_000_000;
  return list.map((gap) => (now += gap));
}

describe('the rate limit', () => {
  it('I7: never sends more than the limit in any 1,000 ms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), gaps, (limit, list) => {
        const window = new RateWindow(limit);
        const passed = timesOf(list).filter((time) => window.pass(time));
        expect(mostWithinOneSecond(passed)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('refuses nothing that keeps to the limit, and refused requests do not count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), gaps, (limit, list) => {
        const window = new RateWindow(limit);
        const passed: number[] = [];
        for (const time of timesOf(list)) {
          const room = passed.filter((one) => time - one < 1000).length < limit;
          expect(window.pass(time)).toBe(room);
          if (room) passed.push(time);
        }
      }),
    );
  });

  it('I7: covers everything that a merchant asks, including token requests, separately for each merchant', () => {
    const merchants = ['A', 'B'].map((merchantCode) => ({
      merchantCode,
      publicKeyPems: [],
      secrets: ['merchant-secret'],
    }));
    const bench = createBench({ requestsPerSecond: 10, merchants });
    const a = bench.token(undefined, { merchantCode: 'A' });
    const b = bench.token(undefined, { merchantCode: 'B' });
    const statuses = (token: string) =>
      Array.from({ length: 12 }, () => bench.send('GET', '/segments', { token }).status);
    expect(statuses(a).filter((status) => status === 200)).toHaveLength(9);
    expect(bench.askToken({ merchantCode: 'A' }).status).toBe(429);
    expect(statuses(b).filter((status) => status === 200)).toHaveLength(9);
    bench.advance(999);
    expect(statuses(a)[0]).toBe(429);
    bench.advance(1);
    expect(statuses(a).filter((status) => status === 200)).toHaveLength(10);
  });

  it('shows what arrived: requests, 429 answers and the most within 1,000 ms, including refused ones', () => {
    const bench = createBench({ requestsPerSecond: 2 });
    const token = bench.token();
    for (let count = 0; count < 4; count += 1) bench.send('GET', '/segments', { token });
    bench.advance(1000);
    bench.send('GET', '/segments', { token });
    const expected = { requests: 6, tooManyRequests: 3, mostInOneSecond: 5 };
    expect(bench.gateway.statistics()).toEqual({ ...expected, byMerchant: { M1: expected } });
    bench.gateway.noteLostRequest();
    expect(bench.gateway.statistics().requests).toBe(7);
  });

  it('counts the most within 1,000 ms as plain counting does', () => {
    fc.assert(
      fc.property(gaps, (list) => {
        const bench = createBench();
        const times = list.map((gap) => {
          bench.advance(gap);
          bench.gateway.noteLostRequest();
          return bench.now();
        });
        expect(bench.gateway.statistics().mostInOneSecond).toBe(mostWithinOneSecond(times));
      }),
    );
  });
});
