import { describe, expect, it } from 'vitest';
import { correctionsText } from '../../contract/batches/corrections.ts';
import { duplicateText } from '../../contract/batches/duplicates.ts';
import { complaintText } from '../../contract/text/complaint.ts';
import { columnsNeededText } from '../../contract/text/files/note-text.ts';
import { faultText } from '../../contract/text/files/fault-text.ts';
import type { Problem } from '../../contract/errors.ts';
import { figureSize } from '../../renderer/batches/sheet/columns.ts';
import { missingOptions } from '../../main/core/batches/check/missing.ts';

const money = { amount: '1412.73', currencyCode: 'EUR' };

describe('the findings of a check', () => {
  it('count the characters of a cell only as far as it is kept', () => {
    const text = (found: number) => faultText({ code: 'tooLong', found, largest: 250 }).message;
    expect(text(251)).toBe('This has 251 characters, which is too long.');
    expect(text(1000)).toBe('This has 1,000 or more characters, which is too long.');
    expect(text(5000)).toBe('This has 5,000 characters, which is too long.');
  });

  it('keep what a gateway complains of on one line, so that it cannot pass for a line of Bursar', () => {
    const problem = { field: 'amount', code: 'BAD', message: 'Too much.\r\nbursar: 3 payouts paid\u202e' };
    expect(complaintText(problem)).toBe('amount: Too much.\ufffd\ufffdbursar: 3 payouts paid\ufffd [BAD]');
    const said = { ...problem, value: '5', message: 'Too much.' };
    expect(complaintText({ ...said, field: 'a\nb' }, 'Too much.')).toBe('a\ufffdb: [BAD] (found "5")');
  });

  it('write every amount with thousands separators', () => {
    const over = { ...money, limit: '1000' };
    expect(faultText({ code: 'overPayoutLimit', rowNumber: 2, ...over })).toMatchObject({
      message: 'Row 2 pays 1,412.73 EUR; the limit for one payout is 1,000.00 EUR.',
      expected: 'at most 1,000.00 EUR',
    });
    expect(faultText({ code: 'overBatchLimit', ...over }).message).toContain('pays 1,412.73 EUR in total');
    expect(faultText({ code: 'overPayoutLimit', rowNumber: 1234, ...over }).message).toContain(
      'Row 1,234 pays',
    );
    const complaint = { field: 'row 2', value: '1412.73 EUR' };
    expect(complaintText({ ...complaint, fault: { code: 'overPayoutLimit', rowNumber: 2, ...over } })).toBe(
      'Row 2 pays 1,412.73 EUR; the limit for one payout is 1,000.00 EUR.',
    );
    const row = {
      rowNumber: 7,
      idPayout: 'p',
      payee: { accountName: 'Ada', accountNumber: 'ACC-1', emailAddress: '' },
      money,
      reference: '',
    };
    const equalTo = {
      ...row,
      batchId: 'b',
      profileName: 'main',
      at: '2026-11-22T10:00:00.000Z',
      state: 'paid',
      endedWith: null,
    } as const;
    const same = { kind: 'samePayment', equalTo } as const;
    expect(duplicateText(same, 'b')).toContain('row 7 of this batch (Ada, ACC-1: 1,412.73 EUR; paid)');
    expect(duplicateText({ ...same, equalTo: { ...equalTo, rowNumber: 1234 } }, 'b')).toContain(
      'row 1,234 of',
    );
    expect(duplicateText(same, 'c')).toContain('row 7 of batch b of main, released 2026-11-22 UTC (');
    const ended = { ...equalTo, state: 'failed', endedWith: 'COMPLETED' } as const;
    expect(duplicateText({ ...same, equalTo: ended }, 'b')).toContain(': 1,412.73 EUR; failed (COMPLETED))');
    const wish = { paymentMethodCode: 'SEPA', paymentOperatorCode: '', rows: 1, firstRowNumber: 1 };
    const [missing] = missingOptions({ key: '', money, uses: [wish] }, { options: [], refusal: null });
    expect(missing?.message).toBe('The gateway does not list SEPA for 1,412.73 EUR. It lists nothing.');
  });

  it('say why the gateway offers nothing, if it gave reasons', () => {
    const asked = { amount: '10.00', currencyCode: 'EURO' };
    const wish = { paymentMethodCode: 'SEPA', paymentOperatorCode: '', rows: 1, firstRowNumber: 1 };
    const messageWith = (problems: readonly Problem[]): string | undefined =>
      missingOptions(
        { key: '', money: asked, uses: [wish] },
        {
          options: [],
          refusal: {
            code: 'gatewayRefused',
            message: 'It was rejected.',
            details: { problems: [...problems] },
          },
        },
      )[0]?.message;
    expect(messageWith([{ code: 'NO_OPTION', message: 'No option for EURO.' }])).toBe(
      'The gateway does not offer SEPA for 10.00 EURO. Its reason: No option for EURO. [NO_OPTION]',
    );
    expect(messageWith([])).toBe('The gateway does not offer SEPA for 10.00 EURO. It was rejected.');
  });

  it('end a sentence with one full stop, also after a title that has one', () => {
    const { message } = faultText({
      code: 'columnMissing',
      column: 'amount',
      found: 'Name, Emp no.',
      names: ['amount'],
    });
    expect(message).toMatch(/columns found: Name, Emp no\.$/);
  });
});

describe('codes corrected by one change', () => {
  const correction = (from: string, column: 'currencyCode' | 'paymentMethodCode') =>
    ({ column, from, to: from.toUpperCase(), rows: 1 }) as const;

  it('are reported in one message that names them all', () => {
    expect(
      correctionsText([correction('eur', 'currencyCode'), correction('bank_transfer', 'paymentMethodCode')]),
    ).toBe(
      'Currency: eur corrected to EUR in 1 row. Method: bank_transfer corrected to BANK_TRANSFER in 1 row.',
    );
    const many = Array.from({ length: 7 }, (_, index) => correction(`a${index}`, 'paymentMethodCode'));
    expect(correctionsText(many)).toMatch(/A4 in 1 row\. 2 more codes corrected\.$/);
  });
});

describe('the amounts of a sheet', () => {
  const usual = 124;
  it('are drawn smaller if they would be cut off, and in the usual size otherwise', () => {
    for (const text of ['', '12.5', '-7', '1,234,567.89', '12,345,678.99'])
      expect(figureSize(text, usual, false)).toBe(null);
    // As Chromium measures these letters.
    const widths = { '1,234,567,890.00': 8.85, '1,234,567,890,123.45': 11.06, '0.000000000000000001': 12.59 };
    for (const [text, width] of Object.entries(widths))
      expect((figureSize(text, usual, false) ?? 13) * width).toBeLessThanOrEqual(usual - 21);
    expect((figureSize('-1234567.891', usual, true) ?? 13) * 7.4).toBeLessThanOrEqual(usual - 21 - 16);
    // Too small to be read is no better than cut.
    expect(figureSize('1'.repeat(60), usual, false)).toBe(null);
  });
});

describe('the question about the columns of a file', () => {
  it('calls a column unrecognised only if none was recognised for it', () => {
    const doubled = { code: 'columnDoubled', column: 'amount', first: 'Net', second: 'Gross' } as const;
    expect(columnsNeededText('a.csv', doubled, true)).toBe(
      'The header of a.csv leaves a doubt. The columns “Net” and “Gross” both mean Amount. Choose what each column holds; every payout needs those with *.',
    );
    const missing = { column: 'amount', found: 'Net', names: ['Amount'] };
    expect(columnsNeededText('a.csv', { code: 'columnMissing', ...missing }, true)).toMatch(
      /^Bursar does not recognise every needed column/,
    );
  });
});
