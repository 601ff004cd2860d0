import { expect, it } from 'vitest';
import { readStatement } from '../../../../main/core/treasury/statement/read-statement.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock } from '../../../../main/system.ts';
import { addProfile, value } from '../../../kit/store.ts';

it('a statement ends with the last day that has begun, and covers at most twenty years', async () => {
  const store = openMemoryStore();
  addProfile(store);
  const clock = { ...systemClock, now: () => Date.parse('2026-01-06T10:00:00Z') };
  const read = (first: string, last: string) =>
    readStatement(
      { store, clock },
      { profileName: 'main', currencyCode: 'EUR', from: first, until: last },
      new AbortController().signal,
    );
  const { days, until: end } = value(await read('2026-01-03', '2026-12-31'));
  expect([end, days.length, days.at(-1)?.day]).toEqual(['2026-01-06', 4, '2026-01-06']);
  expect(await read('2026-01-07', '2026-12-31')).toMatchObject({
    ok: false,
    error: { code: 'inputInvalid' },
  });
  const tooLong = await read('0001-01-01', '9999-12-31');
  expect(tooLong).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  store.close();
});
