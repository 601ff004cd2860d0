import { describe, expect, it } from 'vitest';
import { createLane } from '../../main/keys/lane.ts';

describe('a lane', () => {
  it('runs one call at a time, in order, and gives each its own answer', async () => {
    const lane = createLane(10_000);
    const log: string[] = [];
    const call = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      return name;
    };
    const answers = await Promise.all([lane(call('a')), lane(call('b')), lane(call('c'))]);
    expect(answers).toEqual(['a', 'b', 'c'].map((value) => ({ kind: 'answered', value })));
    expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('discards the reason of a failure, and continues with the next call', async () => {
    const lane = createLane(10_000);
    const failed = await lane(async () => Promise.reject(new Error('bytes of a key')));
    expect(failed).toEqual({ kind: 'failed' });
    expect(await lane(async () => 1)).toEqual({ kind: 'answered', value: 1 });
  });

  it('answers late calls within the limit, never starts those behind them, and reverts one that succeeds after all', async () => {
    const lane = createLane(20);
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<string>();
    const log: string[] = [];
    const undo = async (): Promise<void> => {
      log.push('undone');
    };
    const late = await Promise.all([
      lane(() => unlocked, undo),
      lane(async () => {
        log.push('began behind it');
      }, undo),
    ]);
    expect(late).toEqual([{ kind: 'late' }, { kind: 'late' }]);
    expect(log).toEqual([]);

    unlock('stored');
    expect(await lane(async () => 'next')).toEqual({ kind: 'answered', value: 'next' });
    expect(log).toEqual(['undone']);
  });

  it('reverts nothing after a call that fails late or succeeds in time', async () => {
    const lane = createLane(20);
    const { promise: dismissed, reject: dismiss } = Promise.withResolvers<string>();
    let undone = 0;
    const undo = async (): Promise<void> => {
      undone += 1;
    };
    expect(await lane(() => dismissed, undo)).toEqual({ kind: 'late' });
    dismiss(new Error('dismissed'));
    expect(await lane(async () => 'in time', undo)).toEqual({ kind: 'answered', value: 'in time' });
    expect(undone).toBe(0);
  });
});
