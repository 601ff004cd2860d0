import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payoutColumns } from '../../contract/batches/sheet.ts';
import { comparisonText } from '../../contract/text/approvals.ts';
import { progressText } from '../../contract/text/progress.ts';
import { assignColumn, missingFields } from '../../renderer/batches/new/mapping.ts';
import { planPaste } from '../../renderer/batches/sheet/clipboard/paste.ts';
import {
  enterBelow,
  keepInside,
  moveSelection,
  rangeOf,
  selectCell,
  selectRows,
  stepCell,
  type Extent,
} from '../../renderer/batches/sheet/selection.ts';
import { readTsv, writeTsv } from '../../renderer/batches/sheet/clipboard/tsv.ts';
import { notInTotals } from '../../renderer/batches/totals-text.ts';
import { comparisonHeading } from '../../renderer/batches/batch/findings/finding-text.ts';
import {
  addSample,
  isUnfinished,
  paceText,
  pauseAction,
  rateOf,
  sentCount,
} from '../../renderer/batches/batch/sending.ts';
import { importedText } from '../../renderer/approvals/imported-text.ts';

const extent: Extent = { rows: 1000, columns: 9, rowsOnScreen: 20 };
const stroke = (key: string, more: { isShift?: boolean; isCommand?: boolean } = {}) => ({
  key,
  isShift: false,
  isCommand: false,
  ...more,
});

describe('cells on the clipboard', () => {
  it('are read back exactly as written, whatever they contain', () => {
    const cells = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'é') }), {
        minLength: 1,
        maxLength: 4,
      }),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(cells, (rows) => {
        expect(readTsv(writeTsv(rows))).toEqual(rows);
      }),
    );
  });

  it('ignore the line break at the end', () => {
    expect(readTsv('1\tEUR\r\n2\tUSD\r\n')).toEqual([
      ['1', 'EUR'],
      ['2', 'USD'],
    ]);
  });

  it('keep a quote that is part of a name', () => {
    expect(readTsv('"Acme" Ltd\t5')).toEqual([['"Acme" Ltd', '5']]);
    expect(readTsv('"5\t6')).toEqual([['"5', '6']]);
  });
});

describe('pasting over a range', () => {
  it('changes existing rows and adds those that extend beyond', () => {
    const plan = planPaste(
      [
        ['1', 'EUR'],
        ['2', 'USD'],
        ['3', 'GBP'],
      ],
      selectCell({ row: 8, column: 0 }),
      10,
      payoutColumns,
    );
    expect(plan?.changed).toEqual([
      { amount: '1', currencyCode: 'EUR' },
      { amount: '2', currencyCode: 'USD' },
    ]);
    expect(plan?.added).toEqual([{ amount: '3', currencyCode: 'GBP' }]);
  });

  it('fills the whole selection with a single cell', () => {
    const selection = { anchor: { row: 1, column: 1 }, focus: { row: 3, column: 2 } };
    const plan = planPaste([['EUR']], selection, 10, payoutColumns);
    expect(plan?.top).toBe(1);
    expect(plan?.changed).toEqual(
      Array.from({ length: 3 }, () => ({ currencyCode: 'EUR', paymentMethodCode: 'EUR' })),
    );
  });

  it('says how many columns do not fit, and leaves out nothing else', () => {
    const plan = planPaste([['x', 'y', 'z']], selectCell({ row: 0, column: 7 }), 1, payoutColumns);
    expect(plan?.changed).toEqual([{ idPayout: 'x', reference: 'y' }]);
    expect(plan?.columnsLeftOut).toBe(1);
  });
});

describe('moving through the cells', () => {
  it('never leaves the sheet, whatever keys are pressed', () => {
    const keys = fc.constantFrom(
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'Home',
      'End',
      'PageUp',
      'PageDown',
      'a',
      ' ',
    );
    const strokes = fc.array(fc.record({ key: keys, isShift: fc.boolean(), isCommand: fc.boolean() }));
    fc.assert(
      fc.property(strokes, (pressed) => {
        let selection = selectCell({ row: 0, column: 0 });
        for (const each of pressed) selection = moveSelection(selection, each, extent) ?? selection;
        const { top, bottom, left, right } = rangeOf(selection);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThan(extent.rows);
        expect(right).toBeLessThan(extent.columns);
      }),
    );
  });

  it('extends the range with Shift and jumps to the edge with Ctrl', () => {
    const selection = moveSelection(
      selectCell({ row: 5, column: 2 }),
      stroke('End', { isShift: true, isCommand: true }),
      extent,
    );
    expect(selection).toEqual({ anchor: { row: 5, column: 2 }, focus: { row: 999, column: 8 } });
  });

  it('goes from the last cell of a row to the first of the next, and out of the last row', () => {
    expect(stepCell(selectCell({ row: 3, column: 8 }), false, extent)).toMatchObject(
      selectCell({ row: 4, column: 0 }),
    );
    expect(stepCell(selectCell({ row: 999, column: 8 }), false, extent)).toBeNull();
    expect(stepCell(selectCell({ row: 0, column: 0 }), true, extent)).toBeNull();
  });

  it('goes with Enter to the next row, in the column where Tab began', () => {
    const from = selectCell({ row: 3, column: 1 });
    expect(enterBelow(from, extent)).toEqual(selectCell({ row: 4, column: 1 }));
    const tabbed = stepCell(stepCell(from, false, extent) ?? from, false, extent) ?? from;
    expect(tabbed.focus).toEqual({ row: 3, column: 3 });
    expect(enterBelow(tabbed, extent)).toEqual(selectCell({ row: 4, column: 1 }));
    const moved = moveSelection(tabbed, stroke('ArrowLeft'), extent) ?? from;
    expect(enterBelow(moved, extent)).toEqual(selectCell({ row: 4, column: 2 }));
    expect(enterBelow(selectCell({ row: 999, column: 2 }), extent)).toEqual(
      selectCell({ row: 999, column: 2 }),
    );
  });

  it('selects whole rows, and everything', () => {
    expect(rangeOf(selectRows(selectCell({ row: 4, column: 4 }), extent))).toEqual({
      top: 4,
      bottom: 4,
      left: 0,
      right: 8,
    });
    const all = moveSelection(selectCell({ row: 4, column: 4 }), stroke('a', { isCommand: true }), extent);
    expect(all === null ? null : rangeOf(all)).toEqual({ top: 0, bottom: 999, left: 0, right: 8 });
  });

  it('stays inside when rows disappear', () => {
    const selection = keepInside(selectCell({ row: 900, column: 4 }), { ...extent, rows: 10 });
    expect(selection).toEqual(selectCell({ row: 9, column: 4 }));
  });
});

describe('mapping the columns of a file', () => {
  it('never maps two columns to the same field', () => {
    expect(assignColumn(['amount', null, 'currencyCode'], 1, 'amount')).toEqual([
      null,
      'amount',
      'currencyCode',
    ]);
  });

  it('names the fields that are still missing', () => {
    expect(missingFields([null, 'amount'])).toEqual(['currencyCode', 'paymentMethodCode']);
  });
});

describe('the pace of a release', () => {
  it('is measured over the last seconds only', () => {
    let samples = addSample([], { at: 0, sent: 0 });
    samples = addSample(samples, { at: 20_000, sent: 20 });
    samples = addSample(samples, { at: 25_000, sent: 70 });
    samples = addSample(samples, { at: 31_000, sent: 130 });
    expect(samples[0]).toEqual({ at: 20_000, sent: 20 });
    expect(rateOf(samples, 31_000)).toBeCloseTo(10);
  });

  it('is not shown before a second has passed', () => {
    expect(
      rateOf(
        [
          { at: 0, sent: 0 },
          { at: 500, sent: 5 },
        ],
        500,
      ),
    ).toBeNull();
  });

  it('is no faster than the requests that left, even if the first rows left within a second, as after a restart', () => {
    const samples = [
      { at: 0, sent: 100 },
      { at: 1040, sent: 116 },
    ];
    expect(rateOf(samples, 1040)).toBeLessThanOrEqual(10);
  });

  it('counts a payout as sent once it has certainly left, and not while it waits for its turn', () => {
    const byState = { queued: 3, sending: 1, unknown: 1, paid: 4, cancelled: 2 };
    expect(sentCount({ byState })).toBe(5);
    expect(isUnfinished({ byState, state: 'released', rows: 11 })).toBe(true);
    expect(isUnfinished({ byState: { paid: 2, cancelled: 1 }, state: 'released', rows: 3 })).toBe(false);
  });

  it('says that everything is sent only if nothing is in doubt or cancelled, and offers Resume for held-back rows only', () => {
    const text = (byState: Record<string, number>, isPaused = false): string =>
      paceText({ byState, isPaused, state: 'released' }, false, null);
    expect(text({ accepted: 2, paid: 3 })).toBe('2 payouts in progress.');
    expect(text({ accepted: 2, cancelled: 3 })).toBe('2 payouts in progress.');
    expect(text({ accepted: 1, unknown: 12 })).toBe('1 payout in progress, 12 unknown.');
    expect(text({ unknown: 12, cancelled: 30 }, true)).toBe('Paused, 12 unknown.');
    expect(text({ queued: 30, unknown: 12 }, true)).toBe('Paused with 30 payouts waiting, 12 unknown.');
    const released = { state: 'released', rows: 4 } as const;
    expect(pauseAction({ ...released, isPaused: true, byState: { unknown: 4 } })).toBe('resume');
    expect(pauseAction({ ...released, isPaused: false, byState: { unknown: 4 } })).toBeNull();
    expect(pauseAction({ ...released, isPaused: true, byState: { paid: 4 } })).toBeNull();
    const tampered = [{ kind: 'rowsTampered' } as const];
    expect(pauseAction({ ...released, isPaused: true, byState: { queued: 4 } }, tampered)).toBeNull();
    expect(pauseAction({ ...released, isPaused: false, byState: { queued: 4 } })).toBe('pause');
  });
});

it('the last comparable batch is named with the same day as on paper, on the command line and elsewhere', () => {
  const comparison = {
    batchId: 'b-1',
    fileName: 'payroll.csv',
    releasedAt: '2026-03-01T23:30:00.000Z',
    totals: [],
    newPayees: [],
    missingPayees: [],
    changedAccounts: [],
    changedAmounts: [],
  };
  expect(comparisonHeading(comparison).text).toBe('Pays the same as payroll.csv of 2026-03-01 UTC.');
  expect(comparisonText(comparison)).toContain(' of 2026-03-01 UTC: ');
});

it('the totals of a sheet say how many rows they leave out', () => {
  const eur = { currencyCode: 'EUR', amount: '10.00', count: 3 };
  expect(notInTotals(3, [eur])).toBeNull();
  expect(notInTotals(4, [eur])).toBe('1 row not in the total');
  expect(notInTotals(6, [eur, { ...eur, currencyCode: 'USD', count: 1 }])).toBe('2 rows not in the totals');
  // Where nothing can be read there is no total to be in, and the number of problems says so.
  expect(notInTotals(2, [])).toBeNull();
});

it('shows the progress of payouts by their known states', () => {
  const text = (byState: Parameters<typeof progressText>[0]) => progressText(byState, 60);
  expect(text({ queued: 60 })).toBe('0 of 60 accepted, 0 done');
  expect(text({ queued: 30, accepted: 15, unknown: 15 })).toBe('15 of 60 accepted, 15 unknown, 0 done');
  expect(text({ paid: 40, failed: 2, rejected: 3, outside: 5, conflict: 1, sending: 9 })).toBe(
    '42 of 60 accepted, 3 rejected, 1 conflict, 5 sent outside Bursar, 51 done',
  );
});

const importedFile = { requestHash: 'a'.repeat(64), isNew: true, change: null, changeProblem: null } as const;

it('a file that is imported on the screen of another batch says which batch it is about', () => {
  const approval = { ...importedFile, kind: 'approval', batchId: 'one' } as const;
  expect(importedText(approval, 'one')).toBe('Imported.');
  expect(importedText(approval, 'two')).toBe('Imported. It is about batch one.');
  expect(importedText({ ...approval, isNew: false }, 'two')).toBe(
    'This file is already imported. It is about batch one.',
  );
  // Importing it makes that draft.
  expect(importedText({ ...importedFile, kind: 'request', batchId: 'one' }, 'two')).toBe(
    'Imported. It is a request for approval of batch one.',
  );
});

it('a request that is chosen in the place of its approval says that it is one', () => {
  expect(importedText({ ...importedFile, kind: 'request', batchId: 'one', isNew: false }, 'one')).toBe(
    'This file is already imported. It is a request for approval; import the approval that comes back.',
  );
});

it('a file about a change says what the change has, wherever it is imported, and how often', () => {
  const approval = {
    ...importedFile,
    kind: 'approval',
    batchId: null,
    change: { needed: 1, given: 1 },
  } as const;
  const has = 'The change has all its approvals. Make it again to apply it.';
  for (const screen of ['one', null]) expect(importedText(approval, screen)).toBe(`Imported. ${has}`);
  expect(importedText({ ...approval, isNew: false }, null)).toBe(`This file is already imported. ${has}`);
});
