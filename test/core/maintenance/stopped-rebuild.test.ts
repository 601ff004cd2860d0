import { expect, it } from 'vitest';
import { checkLine } from '../../../contract/text/maintenance/check-text.ts';
import { atWork, openOffice, rowsOf } from '../../kit/office.ts';

it('a rebuild can be cancelled at any step, and leaves nothing wrong', async () => {
  let steps = 0;
  let stop: { readonly at: number; readonly control: AbortController } | null = null;
  const office = await openOffice({
    ...atWork,
    onEvent: ({ kind, id }) => {
      if (kind !== 'progress' || id !== 'rebuild') return;
      steps += 1;
      if (steps === stop?.at) stop.control.abort();
    },
  });
  const batchId = await office.draftRows(rowsOf(3));
  await office.releaseAll(batchId);
  await office.get('runner.start', {});
  await office.until(() => office.countOf(batchId, 'paid') === 3);
  await office.get('runner.stop', {});
  await office.get('data.rebuild', {});
  const all = steps;
  expect(all).toBeGreaterThan(3);
  for (let at = 1; at <= all; at += 1) {
    steps = 0;
    stop = { at, control: new AbortController() };
    const stopped = await office.tell('data.rebuild', {}, stop.control.signal);
    expect(stopped).toMatchObject({ ok: false, error: { code: 'stopped' } });
    expect(steps).toBe(at);
    const wrong = (await office.get('doctor.run', {})).filter(
      ({ code, isFine }) => code === 'derived' && !isFine,
    );
    expect(wrong.map(checkLine)).toEqual([]);
  }
  const { payees } = await office.get('payees.list', { limit: 10 });
  expect(payees).toHaveLength(3);
});
