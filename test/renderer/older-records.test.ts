import { expect, it } from 'vitest';
import { changeQuestion } from '../../contract/window/change.ts';
import { olderRecordsText } from '../../contract/text/attention/older-records.ts';
import {
  discardedText,
  draftSendingText,
  goneBatchText,
} from '../../renderer/batches/batch/older-records.ts';

it('records that are older than what was sent do not say that nothing was, nor that a missing batch was a draft', () => {
  const at = Date.parse('2026-11-25T12:00:00.000Z');
  const older = { at, cause: 'restored', payments: 1, missesRetries: false } as const;
  const before = { fileName: 'p.csv', createdAt: '2026-11-25T11:00:00.000Z' };
  const since = { fileName: 'p.csv', createdAt: '2026-11-25T13:00:00.000Z' };
  expect(draftSendingText(before, older)).toMatch(/^as far as these older records say/);
  expect(discardedText(before, older)).toBe('p.csv was discarded.');
  expect(goneBatchText(older)).toContain('may have been sent');
  for (const [draft, records] of [
    [since, older],
    [before, null],
  ] as const) {
    expect(draftSendingText(draft, records)).toBe('nothing was sent');
    expect(discardedText(draft, records)).toBe('p.csv was discarded. Nothing of it was sent.');
  }
  expect(goneBatchText(null)).not.toContain('sent');
  for (const cause of ['restored', 'behind'] as const)
    expect(olderRecordsText({ ...older, cause })).toMatch(
      /payees blocked or verified, and settings changed .*may be missing/,
    );
  expect(changeQuestion([{ kind: 'restore', path: '/b' }]).detail).toContain(
    'Payees that are blocked now stay blocked, and batches that are paused now, or were cancelled while they were sent, are paused. Payees verified since',
  );
});
