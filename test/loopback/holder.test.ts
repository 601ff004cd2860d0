import { expect, it } from 'vitest';
import type { AppEventListener } from '../../contract/events.ts';
import { succeed } from '../../contract/result.ts';
import type { Bursar } from '../../main/compose.ts';
import { Holder } from '../../main/faces/window/holder.ts';

/** A core that answers everything. */
const bursar: Bursar = {
  isNewFolder: false,
  notice: null,
  dispatch: () => Promise.resolve(succeed({})) as never,
  background: { failed: () => undefined, worked: () => undefined },
  subscribe: () => () => undefined,
  close: () => Promise.resolve(),
};

it('a second restore while one is in progress is refused, and what is called meanwhile is answered', async () => {
  const holder = new Holder(() => Promise.resolve(succeed(bursar)));
  await holder.opened();
  const restoring = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const first = holder.withoutFolder(async () => {
    released.resolve();
    await restoring.promise;
    return succeed('first');
  });
  await released.promise;
  const second = holder.withoutFolder(() => Promise.resolve(succeed('second')));
  const called = holder.calls.run(null, null, (signal) =>
    holder.dispatch('settings.read', {}, { signal, confirm: () => Promise.resolve(false) }),
  );
  restoring.resolve();
  expect(await Promise.all([first, second, called])).toMatchObject([
    { ok: true, value: 'first' },
    { ok: false, error: { code: 'changeDeclined' } },
    { ok: true },
  ]);
  expect(await holder.withoutFolder(() => Promise.resolve(succeed('third')))).toMatchObject({ ok: true });
  await holder.close();
});

it('says of each progress which call it is of, also while several report', async () => {
  let emit: AppEventListener = () => undefined;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const reporting: Bursar = {
    ...bursar,
    subscribe: (listener) => {
      emit = listener;
      return () => undefined;
    },
  };
  const holder = new Holder(() => Promise.resolve(succeed(reporting)));
  await holder.opened();
  const seen: (string | undefined)[] = [];
  holder.subscribe((event) => {
    if (event.kind === 'progress') seen.push(`${event.callId ?? 'none'} ${event.done}`);
  });
  const report = async (): Promise<void> => {
    for (const done of [1, 2]) {
      await turn();
      emit({ kind: 'progress', id: 'export', done, total: null });
    }
  };
  await Promise.all([holder.calls.run('a', null, report), holder.calls.run('b', null, report), report()]);
  expect(seen.toSorted()).toEqual(['a 1', 'a 2', 'b 1', 'b 2', 'none 1', 'none 2']);
  await holder.close();
});
