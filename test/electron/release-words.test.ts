import { describe, expect, it, vi } from 'vitest';
import { payeeListHtml } from '../../main/faces/electron/payee-list.ts';
import { releaseQuestion } from '../../main/faces/electron/release-text.ts';

vi.mock('electron', () => ({}));

describe('the text of the release dialog', () => {
  const summary = {
    batchId: 'b',
    fileName: 'a.csv',
    profileName: 'main',
    environment: 'live' as const,
    baseUrl: 'https://gateway.example',
    merchantCode: 'M',
    rows: 2,
    totals: [{ currencyCode: 'EUR', amount: '1234.50', count: 2 }],
    payees: {
      count: 2,
      firstTime: 1,
      findings: [{ kind: 'changedDetails' as const, level: 'warn' as const, rows: 7, firstRows: [2, 3] }],
      largest: [
        {
          accountName: 'Ann\nTotals:',
          account: 'DE02100100109307118603',
          currencyCode: 'EUR',
          amount: '1200.50',
          payouts: 1,
          isFirstTime: true,
        },
      ],
    },
    retried: [
      { status: 'PAID\nRows:', count: 2 },
      { status: '', count: 1 },
    ],
    otherPayees: {
      count: 2,
      first: [
        {
          rowNumber: 1,
          payee: { accountName: 'Bob', account: 'A-7' },
          insteadOf: { accountName: 'Ada\nTotals:', account: 'A-1' },
        },
      ],
    },
    totalRow: 2,
    sameFileAs: null,
    heldRows: 1,
    possibleRows: 3,
    durationSeconds: 240,
    rowsHash: 'h',
    scheduledFor: null,
  };

  it('is unmistakable when the money is real', () => {
    const { title, message, detail, sendLabel } = releaseQuestion(summary);
    for (const text of [title, message, sendLabel.toUpperCase()])
      expect(text).toMatch(/REAL MONEY|real money/);
    expect(detail).toMatch(/^Environment: LIVE/);
    expect(detail).toContain('1,234.50 EUR in 2 payouts');
    expect(detail).toContain('1 duplicate, confirmed');
    expect(detail).toContain('3 possible duplicates, confirmed');
    expect(detail).toContain('4 minutes');
    expect(detail).toContain('Payees: 2, 1 not paid from this profile before');
    expect(detail).toContain(
      'retries payouts that the gateway finished: 2 with PAID\uFFFDRows:, 1 with no status',
    );
    expect(detail).toContain(
      'ATTENTION: row 1 is a retry and pays Bob, A-7, instead of Ada\uFFFDTotals:, A-1, who is not paid by it',
    );
    expect(detail).toContain('ATTENTION: 1 more retry pays another payee, too');
    expect(detail).toContain('ATTENTION: Row 2 looks like the total of the rows above');
    expect(detail).toContain('ATTENTION: 7 rows with changed bank details (rows 2, 3 …)');
    expect(detail).toContain(
      '1,200.50 EUR to Ann\uFFFDTotals:, DE02100100109307118603 (NOT PAID FROM THIS PROFILE BEFORE)',
    );
  });

  it('shows every text from a file in the whole list as plain text', () => {
    const [payee] = summary.payees.largest;
    if (payee === undefined) throw new Error('no payee');
    const html = payeeListHtml(summary, [{ ...payee, accountName: '<img src=x onerror=alert(1)>"&' }]);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;');
    expect(html).not.toContain('<img');
    expect(html).toContain('class="first"');
  });

  it('counts one payout to one payee in the singular', () => {
    const payees = { ...summary.payees, count: 1, firstTime: 1 };
    const html = payeeListHtml({ ...summary, rows: 1, payees }, []);
    expect(html).toContain('1 payout to 1 payee<');
    expect(html).toContain('1 payee was not paid from this profile before.');
  });

  it('is as short as it is however many statuses a gateway gives what is retried, and counts those that it does not name', () => {
    const retried = Array.from({ length: 34 }, (_, number) => ({ status: `S${number}`, count: 40 - number }));
    const { detail } = releaseQuestion({ ...summary, retried });
    expect(detail).toMatch(/, 11 with S29, 34 with 4 other statuses$/m);
  });

  it('cannot be forged by a name: it stays on its line, and shows characters that would reverse it', () => {
    const { detail } = releaseQuestion({
      ...summary,
      fileName: 'a.csv\nEnvironment: SANDBOX\u202E',
      profileName: 'x'.repeat(5_000),
    });
    expect(detail.split('\n').filter((line) => line.startsWith('Environment:'))).toHaveLength(1);
    expect(detail).not.toContain('\u202E');
    expect(Math.max(...detail.split('\n').map((line) => line.length))).toBeLessThan(250);
  });
});
