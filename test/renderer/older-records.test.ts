import { expect, it } from 'vitest';
import { changeQuestion } from '../../contract/window/change.ts';
import { olderRecordsText } from '../../contract/text/attention/older-records.ts';
import { restoredNotes } from '../../contract/text/maintenance/restored-text.ts';
import { ErrorCode } from '../../contract/errors.ts';
import { paymentMeaning } from '../../contract/text/payment-meaning.ts';
import { draftSendingText, goneBatchText } from '../../renderer/batches/batch/older-records.ts';
import { releaseFaultText } from '../../renderer/batches/batch/release-text.ts';
import { receiptSentence } from '../../renderer/payouts/receipt/receipt-text.ts';

it('records older than what was sent claim neither that nothing was sent, nor that a missing batch was a draft', () => {
  const at = Date.parse('2026-11-25T12:00:00.000Z');
  const older = { at, cause: 'restored', payments: 1, missesRetries: false } as const;
  const before = { createdAt: '2026-11-25T11:00:00.000Z' };
  const since = { createdAt: '2026-11-25T13:00:00.000Z' };
  expect(draftSendingText(before, older)).toMatch(/^as far as these older records say/);
  expect(goneBatchText(older)).toContain('may have been sent');
  for (const [draft, records] of [
    [since, older],
    [before, null],
  ] as const)
    expect(draftSendingText(draft, records)).toBe('not released');
  expect(goneBatchText(null)).not.toContain('sent');
  for (const cause of ['restored', 'behind'] as const)
    expect(olderRecordsText({ ...older, cause })).toMatch(
      /payees blocked or verified, and settings changed .*may be missing/,
    );
  // The notice stays, and payouts of today may be unfinished beside it.
  expect(olderRecordsText({ ...older, payments: 0 })).toContain('showed no unfinished payout then');
  expect(changeQuestion([{ kind: 'restore', path: '/b' }]).detail).toContain(
    'Payees that are blocked now stay blocked, and batches that are paused now, or of which payouts were cancelled or rejected since the backup, are paused. Payees verified since',
  );
});

it('a restore speaks of payments where it counts payins and top-ups too', () => {
  const restored = {
    replaced: null,
    keptBlocks: 0,
    keptStops: 0,
    holdsReleases: false,
    unknownExports: null,
  };
  expect(restoredNotes({ ...restored, unknownPayments: 2 })).toContain(
    '2 payments of the backup were unfinished. Bursar asks the gateway about each.',
  );
});

it('a restore that cannot know what was stopped since says what it paused, and what is left to a person', () => {
  const restored = { replaced: '/aside', unknownPayments: 2, holdsReleases: false, unknownExports: null };
  const notes = restoredNotes({ ...restored, keptBlocks: null, keptStops: 1 });
  expect(notes.join(' ')).toMatch(/payees that were blocked after it may not be blocked now/);
  expect(notes.join(' ')).toMatch(/1 batch with unfinished payouts is paused, because .* it may have been/);
  expect(notes.join(' ')).not.toMatch(/that was paused/);
});

it('a draft is never called unsent, even when the notice is dismissed: it may be from a restored backup', () => {
  const draft = {
    kind: 'payout',
    state: 'draft',
    gatewayStatus: null,
    problem: null,
    decisions: [],
    wasSent: false,
    isRetriable: false,
    origin: null,
  } as const;
  const said = [
    draftSendingText({ createdAt: '2026-11-25T11:00:00.000Z' }, null),
    paymentMeaning(draft),
    receiptSentence({ ...draft, events: [] }),
    ...ErrorCode.options.map((code) => releaseFaultText(code) ?? ''),
  ];
  const discarded = { ...draft, state: 'cancelled' } as const;
  const released = { ...draft, state: 'queued' } as const;
  for (const later of [discarded, released])
    said.push(paymentMeaning(later), receiptSentence({ ...later, events: [] }));
  for (const text of said)
    expect(text).not.toMatch(/nothing (?:of it )?was sent|not sent yet|not paid|before it was sent/i);
});
