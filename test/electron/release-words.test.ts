import { describe, expect, it } from 'vitest';
import { releaseQuestion } from '../../main/faces/electron/release-words.ts';

describe('the words of the dialog', () => {
  const summary = {
    batchId: 'b',
    fileName: 'a.csv',
    profileName: 'main',
    environment: 'live' as const,
    baseUrl: 'https://gateway.example',
    merchantCode: 'M',
    rows: 2,
    totals: [{ currencyCode: 'EUR', amount: '1234.50', count: 2 }],
    heldRows: 1,
    durationSeconds: 240,
    rowsHash: 'h',
  };

  it('cannot be mistaken when the money is real', () => {
    const { title, message, detail, sendLabel } = releaseQuestion(summary);
    for (const text of [title, message, sendLabel.toUpperCase()])
      expect(text).toMatch(/REAL MONEY|real money/);
    expect(detail).toMatch(/^Environment: LIVE/);
    expect(detail).toContain('1,234.50 EUR in 2 payouts');
    expect(detail).toContain('1 duplicate');
    expect(detail).toContain('4 minutes');
  });

  it('cannot be forged by a name: it stays on its line, and shows what would turn it around', () => {
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
