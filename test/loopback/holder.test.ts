import { expect, it } from 'vitest';
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
