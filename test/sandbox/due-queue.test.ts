import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue } from '../../sandbox/callbacks/due-queue.ts';

describe('the queue of due items', () => {
  it('returns items by time, equal times in order of arrival, and none too early', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 100 }),
        fc.integer({ min: 0, max: 20 }),
        (times, now) => {
          const queue = new DueQueue<number>();
          for (const [index, time] of times.entries()) queue.push(time, index);
          const taken: { at: number; item: number }[] = [];
          for (let due = queue.takeDue(now); due !== null; due = queue.takeDue(now))
            taken.push({ at: due.at, item: due.item });
          const sorted = times
            .map((at, item) => ({ at, item }))
            .toSorted((left, right) => left.at - right.at);
          expect(taken).toEqual(sorted.filter(({ at }) => at <= now));
          expect(queue.nextAt()).toBe(sorted.find(({ at }) => at > now)?.at ?? null);
        },
      ),
    );
  });
});
