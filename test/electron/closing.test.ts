import { BrowserWindow } from 'electron';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent } from '../../contract/events.ts';
import { fail, succeed, type Result } from '../../contract/result.ts';
import { Closing } from '../../main/faces/electron/unsent/closing.ts';
import { closingQuestion } from '../../main/faces/electron/unsent/closing-text.ts';
import { KeepAwake } from '../../main/faces/electron/unsent/keep-awake.ts';
import type { Unsent } from '../../main/faces/electron/unsent/read-unsent.ts';
import type { World } from './double/world.ts';

const world = vi.hoisted((): { now: World | null } => ({ now: null }));
vi.mock('electron', async () => {
  const { electronModule } = await import('./double/module.ts');
  const double = await import('./double/world.ts');
  // Nothing here opens a page.
  world.now = new double.World({ browser: Object.create(null) });
  return electronModule(world.now);
});

const nothing: Unsent = { count: 0, beingSent: 0, scheduledFor: [] };
const unreadable = fail('storageFailed', 'The database could not be read.');

/** A host that answers in turn; afterwards nothing is unsent. */
function hostOf(answers: Result<unknown>[]) {
  const listeners = new Set<(event: AppEvent) => void>();
  return {
    opened: () => Promise.resolve(succeed(null)),
    call: () => Promise.resolve(answers.shift() ?? succeed(nothing)),
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    report: () => Promise.resolve(),
    close: () => Promise.resolve(),
    tell: (event: AppEvent) => {
      for (const listener of listeners) listener(event);
    },
  };
}

function onFakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** Closes a window while this is unsent, and waits a minute. */
async function closeWhile(answers: Result<unknown>[]) {
  onFakeTimers();
  const host = hostOf(answers);
  const window = new BrowserWindow({ x: 0, y: 0, width: 100, height: 100, show: true, webPreferences: {} });
  const closing = new Closing(host, window);
  onTestFinished(() => closing.end());
  const [shown] = world.now?.windows ?? [];
  const notices = world.now?.notices.length ?? 0;
  window.close();
  await vi.advanceTimersByTimeAsync(0);
  const wasHidden = shown?.isShown === false;
  await vi.advanceTimersByTimeAsync(60_000);
  return { wasHidden, isShown: shown?.isShown, notices: world.now?.notices.slice(notices) };
}

it('says that everything is sent only if that is known, and otherwise shows the window again', async () => {
  const unsent = (count: number) => succeed({ ...nothing, count, beingSent: count });
  const { wasHidden, isShown, notices } = await closeWhile([unsent(2), unsent(1), unreadable]);
  expect([wasHidden, isShown, notices]).toEqual([true, true, []]);
});

it('runs without its window until a scheduled release is sent', async () => {
  const scheduled = succeed({ ...nothing, scheduledFor: ['2026-11-30T09:00:00.000Z'] });
  const sending = succeed({ ...nothing, count: 3, beingSent: 3 });
  const answers = [scheduled, scheduled, scheduled, sending];
  const { wasHidden, notices } = await closeWhile(answers);
  expect([wasHidden, answers]).toEqual([true, []]);
  expect(notices).toMatchObject([{ title: 'Bursar quits now' }]);
  expect(world.now?.windows.size).toBe(0);
});

describe('the question when the window is closed', () => {
  it('names what would wait', () => {
    expect(closingQuestion({ ...nothing, count: 1 })).toMatchObject({
      message: '1 payout is not sent yet, or in doubt.',
      buttons: ['Cancel', 'Keep Sending in the Background', 'Stop Cleanly'],
    });
    expect(closingQuestion({ ...nothing, scheduledFor: ['2026-11-30T09:00:00.000Z'] })).toEqual({
      title: 'A release is scheduled',
      message: 'A release is scheduled for 2026-11-30 09:00 UTC.',
      detail:
        'Nothing is released while Bursar is closed. It can keep running without its window, and quit when everything is released and sent.',
      buttons: ['Cancel', 'Keep Running in the Background', 'Quit'],
    });
    const both = {
      count: 2,
      beingSent: 2,
      scheduledFor: ['2026-11-30T09:00:00.000Z', '2026-12-01T09:00:00.000Z'],
    };
    expect(closingQuestion(both)).toMatchObject({
      title: 'A release is being sent',
      message:
        '2 payouts are not sent yet, or in doubt. 2 releases are scheduled, the first for 2026-11-30 09:00 UTC.',
      buttons: ['Cancel', 'Keep Running in the Background', 'Stop Cleanly'],
    });
  });
});

it('keeps the computer awake while payouts are being sent, and only then', async () => {
  onFakeTimers();
  const answers: Result<unknown>[] = [];
  const host = hostOf(answers);
  const keepAwake = new KeepAwake(host);
  const awakeAfter = async (answer: Result<unknown>): Promise<string[]> => {
    answers.push(answer);
    host.tell({ kind: 'batch', id: 'A' });
    host.tell({ kind: 'payout', id: 'A-1' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answers).toEqual([]);
    return [...(world.now?.blockers.values() ?? [])];
  };
  const sending = succeed({ ...nothing, count: 3, beingSent: 2 });
  expect(await awakeAfter(sending)).toEqual(['prevent-app-suspension']);
  expect(await awakeAfter(sending)).toEqual(['prevent-app-suspension']);
  // A payout in doubt may wait for a person for days.
  expect(await awakeAfter(succeed({ ...nothing, count: 1 }))).toEqual([]);
  expect(await awakeAfter(sending)).toHaveLength(1);
  expect(await awakeAfter(unreadable)).toEqual([]);
  expect(await awakeAfter(sending)).toHaveLength(1);
  keepAwake.end();
  expect(world.now?.blockers.size).toBe(0);
  host.tell({ kind: 'batch', id: 'A' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(world.now?.blockers.size).toBe(0);
});
