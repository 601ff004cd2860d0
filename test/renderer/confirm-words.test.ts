import { describe, expect, it } from 'vitest';
import {
  releasedBeforeText,
  type DuplicateFinding,
  type Duplicates,
} from '../../contract/batches/duplicates.ts';
import {
  confirmationOf,
  nothingConfirmed,
  toConfirm,
  toggleRow,
} from '../../renderer/batches/batch/findings/confirmation.ts';

const payment = {
  idPayout: 'b-1',
  rowNumber: 1,
  payee: { accountName: 'Ada', accountNumber: 'DE1', emailAddress: '' },
  money: { amount: '1.00', currencyCode: 'EUR' },
  reference: 'May',
};
const finding = (rowNumber: number, changes: Partial<DuplicateFinding> = {}): DuplicateFinding => ({
  ...payment,
  rowNumber,
  level: 'exact',
  kind: 'samePayment',
  equalTo: {
    ...payment,
    batchId: 'a',
    profileName: 'main',
    at: '2026-05-01T00:00:00.000Z',
    state: 'paid',
    endedWith: null,
  },
  ...changes,
});
const found: Duplicates = {
  sameFileAs: null,
  rows: [finding(2), finding(2, { level: 'possible', kind: 'otherAccount' }), finding(5)],
  exactRows: 2,
  possibleRows: 0,
  hasMore: false,
  findingsHash: 'seen',
};
const withFile = {
  ...found,
  sameFileAs: {
    batchId: 'a',
    profileName: 'main',
    releasedAt: '2026-05-01T00:00:00.000Z',
    by: 'rows' as const,
  },
};

describe('duplicates are confirmed in the release sheet', () => {
  it('row by row, each for the reason entered when it was ticked', () => {
    const some = toggleRow(nothingConfirmed, 5, ' agreed ');
    expect(confirmationOf(found, some)).toBeNull();
    expect(confirmationOf(found, toggleRow(some, 2, 'second instalment'))).toEqual({
      findingsHash: 'seen',
      rows: [
        { rowNumber: 5, reason: 'agreed' },
        { rowNumber: 2, reason: 'second instalment' },
      ],
    });
    expect(toggleRow(some, 5, 'agreed')).toEqual(nothingConfirmed);
  });

  it('with the file that was released before as one of them', () => {
    const rows = toggleRow(toggleRow(nothingConfirmed, 2, 'x'), 5, 'x');
    expect(confirmationOf(withFile, rows)).toBeNull();
    expect(confirmationOf(withFile, toggleRow(rows, null, 'x'))).not.toBeNull();
    expect([toConfirm(found), toConfirm(withFile)]).toEqual([2, 3]);
  });

  it('in words that also fit a retry and a sheet, which do not come from a file', () => {
    expect(releasedBeforeText({ by: 'rows' })).toBe('The same rows were released before');
    expect(releasedBeforeText({ by: 'messageId' })).toMatch(/^A payment file with the same message ID /);
  });

  it('all at once for one reason, which then also covers those not listed', () => {
    const all = { ...nothingConfirmed, all: 'payroll' };
    const rows = toggleRow(toggleRow(nothingConfirmed, 2, 'x'), 5, 'x');
    const more = { ...found, hasMore: true };
    expect(confirmationOf(more, rows)).toBeNull();
    expect(confirmationOf(more, all)).toEqual({ findingsHash: 'seen', all: true, reason: 'payroll' });
  });

  it('the release shows no findings if none were found', () => {
    const nothing = { ...found, rows: [], exactRows: 0 };
    expect(confirmationOf(nothing, { ...nothingConfirmed, all: 'x' })).toBeNull();
  });
});
