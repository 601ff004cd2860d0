import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Priority } from '../../main/core/ports/index.ts';
import { clockMarginMs, createLimiter, marginMs, type Limiter } from '../../main/gateway/rate/limiter.ts';
import type { SlotRequest } from '../../main/gateway/rate/slot.ts';
import { steadyTime } from '../../main/gateway/rate/steady-time.ts';
import { VirtualClock } from './clocks.ts';

const never = new AbortController().signal;

function ask(priority: Priority, changes: Partial<SlotRequest> = {}): SlotRequest {
  return { priority, signal: never, count: () => 1, isFirst: false, ...changes };
}

function limiterOn(clock: VirtualClock, largestWaiting?: number): Limiter {
  const options = { clock, time: steadyTime(() => clock.now()), requestsPerSecond: 10 };
  return createLimiter(largestWaiting === undefined ? options : { ...options, largestWaiting });
}

/** Most departures that fall into any 1,000 ms. */
function mostInAnySecond(departures: readonly number[]): number {
  const sorted = departures.toSorted((left, right) => left - right);
  return Math.max(
    0,
    ...sorted.map((start) => sorted.filter((at) => at >= start && at < start + 1000).length),
  );
}

const plannedRequest = fc.record({
  arrivesAt: fc.oneof(fc.constant(0), fc.integer({ min: 985, max: 1015 }), fc.nat(3000)),
  priority: fc.constantFrom<Priority>('interactive', 'submission', 'polling'),
  count: fc.constantFrom(1 as const, 2 as const),
  isFirst: fc.boolean(),
  departsAfter: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(30), fc.nat(2500)),
  fate: fc.constantFrom('departs', 'departs', 'departs', 'released', 'aborted'),
  arrivesAfter: fc.nat(marginMs),
  answeredAfter: fc.option(fc.nat(40)),
});
/** What a busy machine or an uneven network does to a request from its departure to its arrival. */
const plannedLate = plannedRequest.map((plan) => ({ ...plan, arrivesAfter: plan.arrivesAfter * 30 }));

describe('rate limit (interface: Limits, request rate)', () => {
  it.each([
    ['', plannedRequest, false],
    [', nor however much later they arrive once the gateway answered 429', plannedLate, true],
  ])(
    'I7: lets no eleven requests leave or arrive within any second, however late they depart or timers fire%s',
    async (_words, each, isWide) => {
      const schedule = fc.array(each, { minLength: 15, maxLength: 60 });
      const stalls = fc.infiniteStream(
        fc.oneof(
          { weight: 60, arbitrary: fc.constant(0) },
          { weight: 20, arbitrary: fc.nat(3) },
          { weight: 1, arbitrary: fc.nat(1800) },
        ),
      );
      await fc.assert(
        fc.asyncProperty(schedule, stalls, async (planned, lateness) => {
          const clock = new VirtualClock(() => lateness.next().value ?? 0);
          const limiter = limiterOn(clock);
          if (isWide) limiter.widenMargin();
          const departures: number[] = [];
          const arrivals: number[] = [];
          const outcomes: string[] = [];
          const run = async (plan: (typeof planned)[number]): Promise<void> => {
            await clock.sleep(plan.arrivesAt);
            const abort = new AbortController();
            if (plan.fate === 'aborted') void clock.sleep(200).then(() => abort.abort());
            const outcome = await limiter.acquire(
              ask(plan.priority, { isFirst: plan.isFirst, count: () => plan.count, signal: abort.signal }),
            );
            outcomes.push(outcome.kind);
            if (outcome.kind !== 'granted') return;
            for (const slot of outcome.slots) {
              await clock.sleep(plan.departsAfter);
              if (plan.fate === 'released') slot.release();
              else {
                departures.push(clock.now());
                arrivals.push(clock.now() + plan.arrivesAfter);
                slot.departed();
                if (plan.answeredAfter !== null)
                  void clock.sleep(plan.arrivesAfter + plan.answeredAfter).then(() => slot.answered());
              }
            }
          };
          const all = Promise.all(planned.map(run));
          await clock.run();
          await all;
          expect(outcomes).toHaveLength(planned.length);
          expect(mostInAnySecond(departures)).toBeLessThanOrEqual(10);
          expect(mostInAnySecond(arrivals)).toBeLessThanOrEqual(10);
        }),
        { numRuns: 400 },
      );
    },
  );

  it('I7: counts a granted request that is still opening its connection as leaving now', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock);
    const granting = Promise.all(Array.from({ length: 10 }, () => limiter.acquire(ask('submission'))));
    await clock.run();
    const granted = await granting;
    let isEleventhGranted = false;
    void limiter.acquire(ask('submission')).then(() => (isEleventhGranted = true));
    await clock.sleep(0, AbortSignal.abort());
    clock.time += 60_000;
    await clock.run();
    expect(isEleventhGranted).toBe(false);
    const leftAt = clock.now();
    for (const outcome of granted) if (outcome.kind === 'granted') outcome.slots[0]?.departed();
    await clock.run();
    expect(isEleventhGranted).toBe(true);
    expect(clock.now() - leftAt).toBe(1000 + marginMs);
  });

  it.each([
    { answeredAfter: null, least: 9.8 },
    { answeredAfter: 3, least: 9.94 },
  ])(
    'sustains $least of ten requests a second, each answered after $answeredAfter ms',
    async ({ answeredAfter, least }) => {
      const clock = new VirtualClock(() => 1);
      const limiter = limiterOn(clock);
      const departures: number[] = [];
      const send = async (): Promise<void> => {
        const outcome = await limiter.acquire(ask('submission'));
        if (outcome.kind !== 'granted') return;
        departures.push(clock.now());
        outcome.slots[0]?.departed();
        if (answeredAfter === null) return;
        await clock.sleep(answeredAfter);
        outcome.slots[0]?.answered();
      };
      const all = Promise.all(Array.from({ length: 600 }, send));
      await clock.run();
      await all;
      const perSecond = 580 / (((departures.at(-1) ?? 0) - (departures[19] ?? 0)) / 1000);
      expect(perSecond).toBeGreaterThanOrEqual(least);
      expect(mostInAnySecond(departures)).toBe(10);
    },
  );

  it('waits a second after the answer, if that is sooner than a second and the margin after the departure', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock);
    const granting = Promise.all(Array.from({ length: 10 }, () => limiter.acquire(ask('submission'))));
    await clock.run();
    const granted = await granting;
    const leftAt = clock.now();
    for (const outcome of granted) if (outcome.kind === 'granted') outcome.slots[0]?.departed();
    const nextAt = limiter.acquire(ask('submission')).then(() => clock.now() - leftAt);
    const [first] = granted;
    if (first?.kind === 'granted') void clock.sleep(2).then(() => first.slots[0]?.answered());
    await clock.run();
    expect(await nextAt).toBe(2 + 1000 + clockMarginMs);
  });

  it('returns to its usual margin a minute after a 429', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock);
    limiter.widenMargin();
    const waits: number[] = [];
    for (const restMs of [2000, 60_000]) {
      clock.time += restMs;
      const granting = Promise.all(Array.from({ length: 10 }, () => limiter.acquire(ask('submission'))));
      await clock.run();
      const leftAt = clock.now();
      for (const outcome of await granting) if (outcome.kind === 'granted') outcome.slots[0]?.departed();
      const next = limiter.acquire(ask('submission'));
      await clock.run();
      const outcome = await next;
      waits.push(clock.now() - leftAt);
      if (outcome.kind === 'granted') outcome.slots[0]?.release();
    }
    expect(waits).toEqual([1500, 1000 + marginMs]);
  });

  it('I7: serves a waiting person before submissions, and these before polling, each in order of arrival', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock);
    const served: string[] = [];
    const send = async (name: string, request: SlotRequest): Promise<void> => {
      const outcome = await limiter.acquire(request);
      if (outcome.kind === 'granted') for (const slot of outcome.slots) slot.departed();
      served.push(name);
    };
    const firstTen = Promise.all(Array.from({ length: 10 }, () => send('first ten', ask('polling'))));
    await clock.run();
    await firstTen;
    served.length = 0;
    const all = Promise.all([
      send('polling 1', ask('polling')),
      send('polling 2', ask('polling')),
      send('submission 1', ask('submission')),
      send('submission 2', ask('submission')),
      send('submission again', ask('submission', { isFirst: true })),
      send('interactive 1', ask('interactive')),
      send('interactive 2', ask('interactive')),
    ]);
    await clock.run();
    await all;
    expect(served).toEqual([
      'interactive 1',
      'interactive 2',
      'submission again',
      'submission 1',
      'submission 2',
      'polling 1',
      'polling 2',
    ]);
  });

  it('drops a waiting request that is aborted, and sends the next one', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock, 1);
    for (let index = 0; index < 10; index += 1) {
      const granting = limiter.acquire(ask('polling'));
      await clock.run();
      const outcome = await granting;
      if (outcome.kind === 'granted') outcome.slots[0]?.departed();
    }
    const abort = new AbortController();
    const first = limiter.acquire(ask('polling', { signal: abort.signal }));
    expect((await limiter.acquire(ask('polling'))).kind).toBe('full');
    abort.abort();
    expect((await first).kind).toBe('aborted');
    const second = limiter.acquire(ask('polling'));
    await clock.run();
    expect((await second).kind).toBe('granted');
    expect((await limiter.acquire(ask('polling', { signal: abort.signal }))).kind).toBe('aborted');
  });

  it('spaces requests, so that they do not leave in bursts of ten', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock);
    const departures: number[] = [];
    const send = async (): Promise<void> => {
      const outcome = await limiter.acquire(ask('submission'));
      departures.push(clock.now());
      if (outcome.kind === 'granted') outcome.slots[0]?.departed();
    };
    const all = Promise.all(Array.from({ length: 40 }, send));
    await clock.run();
    await all;
    const mostWithin = (spanMs: number): number =>
      Math.max(
        ...departures
          .slice(10)
          .map((at, _index, later) => later.filter((other) => other >= at && other < at + spanMs).length),
      );
    expect(mostWithin(80)).toBe(2);
  });

  it('limits how many can wait', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock, 3);
    const outcomes = Promise.all(Array.from({ length: 14 }, () => limiter.acquire(ask('polling'))));
    await clock.run();
    const kinds = (await outcomes).map(({ kind }) => kind);
    // One leaves at once.
    expect(kinds).toEqual([...Array<string>(4).fill('granted'), ...Array<string>(10).fill('full')]);
  });

  it('sends nothing during a pause, with or without a limit', async () => {
    for (const requestsPerSecond of [10, null]) {
      const clock = new VirtualClock();
      const limiter = createLimiter({ clock, time: () => clock.now(), requestsPerSecond });
      const start = clock.now();
      limiter.pause(5000);
      expect(limiter.isPaused()).toBe(true);
      const waiting = limiter.acquire(ask('interactive'));
      await clock.run();
      expect((await waiting).kind).toBe('granted');
      expect(clock.now() - start).toBe(5000);
      expect(limiter.isPaused()).toBe(false);
    }
  });

  it('leaves no timer behind once nobody waits, so that a program stopped during a pause ends at once', async () => {
    const clock = new VirtualClock();
    const limiter = limiterOn(clock);
    const abort = new AbortController();
    limiter.pause(60_000);
    const waiting = limiter.acquire(ask('submission', { signal: abort.signal }));
    expect(clock.timers.size).toBe(1);
    abort.abort();
    expect((await waiting).kind).toBe('aborted');
    expect(clock.timers.size).toBe(0);
  });

  it('grants any number at once when switched off', async () => {
    const limiter = createLimiter({ clock: new VirtualClock(), time: () => 0, requestsPerSecond: null });
    const outcomes = await Promise.all(Array.from({ length: 1000 }, () => limiter.acquire(ask('polling'))));
    expect(outcomes.every(({ kind }) => kind === 'granted')).toBe(true);
  });

  it('is not held up when the clock is set back', () => {
    let now = 1000;
    const time = steadyTime(() => now);
    expect(time()).toBe(1000);
    now = 5;
    expect(time()).toBe(1000);
    now = 15;
    expect(time()).toBe(1010);
  });

  it('refuses a limit that is not a whole number of two or more', () => {
    const make = (requestsPerSecond: number) => () =>
      createLimiter({ clock: new VirtualClock(), time: () => 0, requestsPerSecond });
    expect(make(1)).toThrow(RangeError);
    expect(make(2.5)).toThrow(RangeError);
  });
});
