import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { readAgain } from '../../renderer/queries/wire/read-again.ts';

it('an event makes exactly the answers that it concerns be read again, all of them in one pass', () => {
  const queryClient = new QueryClient();
  const blocks = Array.from({ length: 500 }, (_, block) => [
    'sheets.rows',
    { sheetId: 'A', from: block * 200 },
  ]);
  const others = [
    ['sheets.rows', { sheetId: 'B', from: 0 }],
    ['profiles.list', {}],
  ];
  for (const key of [...blocks, ...others]) queryClient.setQueryData(key, {});
  const passes = vi.spyOn(queryClient.getQueryCache(), 'findAll');
  const sheet = { kind: 'sheet', id: 'A' } as const;
  expect(readAgain(queryClient, [sheet, { kind: 'batch', id: 'A' }]).size).toBe(0);
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(blocks.every(isStale)).toBe(true);
  expect(others.map(isStale)).toEqual([false, false]);
  // One to invalidate, one to read again those that are shown.
  expect(passes.mock.calls.length).toBeLessThanOrEqual(2);
});

it('an answer on its way is waited for: it may be older than the event', async () => {
  const queryClient = new QueryClient();
  const queryKey = ['sheets.rows', { sheetId: 'A', from: 0 }];
  let answer = (_rows: string): void => undefined;
  const read = queryClient.fetchQuery({
    queryKey,
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  });
  const event = { kind: 'sheet', id: 'A' } as const;
  expect([...readAgain(queryClient, [event])]).toEqual([event]);
  answer('rows');
  await read;
  expect([...readAgain(queryClient, [event])]).toEqual([]);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
