import { describe, expect, it } from 'vitest';
import type { MethodRule } from '../../../contract/batches/source.ts';
import { inWords } from '../../../contract/text/complaint.ts';
import { notCarriedText } from '../../../contract/text/files/payment-file.ts';
import { accepted, bic, iban, one, other, painMessage, refused } from './pain-001.ts';

describe('a pain.001', () => {
  it.each(['001.001.03', '001.001.05', '001.001.08', '001.001.09', '001.001.11', '001.003.03'])(
    'is read in version %s, with every row in order',
    async (version) => {
      const { rows, message } = await accepted({
        version,
        messageId: 'M-7',
        controlSum: '1230.55',
        groups: [
          { id: 'A', payments: [{ amount: '1200.00' }, { amount: '30.5', currencyCode: 'USD' }] },
          { id: 'B', payments: [{ amount: '.05', name: 'Bo & Søn'.replace('&', '&amp;') }] },
        ],
      });
      expect(
        rows.map(({ amount, currencyCode, accountName }) => [amount, currencyCode, accountName]),
      ).toEqual([
        ['1200.00', 'EUR', 'Ada Example'],
        ['30.5', 'USD', 'Ada Example'],
        ['0.05', 'EUR', 'Bo & Søn'],
      ]);
      expect(message?.source).toMatchObject({ messageId: 'M-7', transactions: 3, controlSum: '1230.55' });
      expect(message?.rows.map((row) => row?.paymentInformationId)).toEqual(['A', 'A', 'B']);
    },
  );

  it('without transactions is refused in terms of a payment file, not of a spreadsheet', async () => {
    const { code, message, details } = await refused({ groups: [{ payments: [] }] });
    expect(code).toBe('fileHasErrors');
    const words = [message, ...(details.problems ?? []).map((problem) => inWords(problem).message)];
    expect(words.join(' ')).toMatch(/without transactions/);
    expect(words.join(' ')).not.toMatch(/header|row/);
  });

  it('keeps every IBAN, other account, e-mail address and line of remittance', async () => {
    const { rows } = await accepted({
      groups: [
        {
          payments: [
            {
              account: iban('NL91ABNA0417164300'),
              remittance: '<Ustrd>Invoice 17</Ustrd><Ustrd>June</Ustrd>',
            },
            {
              account: other('0011 2233'),
              remittance: '<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>',
            },
            {
              remittance:
                '<Ustrd>Both</Ustrd><Strd><RfrdDocInf><Nb>4711</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd>',
            },
          ],
        },
      ],
    });
    expect(rows.map(({ accountNumber, reference }) => [accountNumber, reference])).toEqual([
      ['NL91ABNA0417164300', 'Invoice 17 June'],
      ['0011 2233', 'RF18539007547034'],
      ['DE89370400440532013000', 'Both 4711 RF18'],
    ]);
  });

  it('keeps each line of a remittance that is split over several, in order, and names it where all of it is too long', async () => {
    const lines = (...texts: string[]) => texts.map((text) => `<Ustrd>${text}</Ustrd>`).join('');
    const reference = 'RF18539007547034';
    const structured = `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
    const { rows } = await accepted({
      groups: [
        {
          payments: [
            { remittance: lines('Rent', '100', 'Heating', '100') },
            { remittance: `${lines(reference)}${structured}` },
            { remittance: lines('a'.repeat(140), 'b'.repeat(109)) },
          ],
        },
      ],
    });
    expect(rows.map((row) => row.reference)).toEqual([
      'Rent 100 Heating 100',
      reference,
      `${'a'.repeat(140)} ${'b'.repeat(109)}`,
    ]);
    const tooLong = await refused(one({ remittance: lines('a'.repeat(140), 'b'.repeat(110)) }));
    expect(tooLong.details.problems).toMatchObject([
      { line: 1, field: 'reference', fault: { code: 'tooLong', found: 251, largest: 250 } },
    ]);
  });

  it('is read with prefixes, comments, CDATA, white space and an envelope around it', async () => {
    const { rows, message } = await accepted(`<?xml version='1.0'?><!-- made by hand -->
      <e:Envelope xmlns:e="urn:of-a-bank"><e:Header><e:From>x</e:From></e:Header>
      <p:Document xmlns:p="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><p:CstmrCdtTrfInitn>
      <p:GrpHdr><p:MsgId> M 1 </p:MsgId><p:NbOfTxs>1</p:NbOfTxs></p:GrpHdr><p:PmtInf><p:PmtMtd>TRF</p:PmtMtd>
      <p:CdtTrfTxInf><p:PmtId><p:EndToEndId>E/1</p:EndToEndId></p:PmtId><p:Amt><p:InstdAmt Ccy="EUR">
        007.50 </p:InstdAmt></p:Amt><p:Cdtr><p:Nm><![CDATA[Smith & Co]]></p:Nm></p:Cdtr></p:CdtTrfTxInf>
      </p:PmtInf></p:CstmrCdtTrfInitn></p:Document></e:Envelope>`);
    expect(rows[0]).toMatchObject({ amount: '7.50', accountName: 'Smith & Co' });
    expect(message?.source.notCarried).toEqual([]);
  });

  it('does not take an element of another namespace for its own', async () => {
    const hidden = '<InstdAmt xmlns="urn:other" Ccy="EUR">9999.00</InstdAmt>';
    const { message, rows } = await accepted(one({ amt: `<InstdAmt Ccy="EUR">1.00</InstdAmt>${hidden}` }));
    expect(rows[0]?.amount).toBe('1.00');
    expect(message?.source.notCarried.map(({ field }) => field)).toContain('CdtTrfTxInf/Amt/:InstdAmt');
  });

  it('is read in the encoding that it declares or is marked with', async () => {
    const text = painMessage(one({ name: 'Żółć Ærø' }));
    const western = painMessage(one({ name: 'Ærø Müller' })).replace('UTF-8', 'windows-1252');
    expect((await accepted(Buffer.from(`\ufeff${text}`))).rows[0]?.accountName).toBe('Żółć Ærø');
    expect((await accepted(Buffer.from(`\ufeff${text}`, 'utf16le'))).rows[0]?.accountName).toBe('Żółć Ærø');
    const unmarked = Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le');
    expect((await accepted(unmarked)).rows[0]?.accountName).toBe('Żółć Ærø');
    expect((await accepted(unmarked.swap16())).rows[0]?.accountName).toBe('Żółć Ærø');
    expect((await accepted(Buffer.from(western, 'latin1'))).rows[0]?.accountName).toBe('Ærø Müller');
    const latin = western.replace('windows-1252', 'ISO-8859-1');
    expect((await accepted(Buffer.from(latin, 'latin1'))).rows[0]?.accountName).toBe('Ærø Müller');
    const wrong = await refused(Buffer.from(western.replace('windows-1252', 'UTF-8'), 'latin1'));
    expect(wrong).toMatchObject({ code: 'fileUnreadable' });
    expect(wrong.message).toContain('encoding');
    expect((await refused(text.replace('UTF-8', 'x-unknown'))).message).toContain('x-unknown');
  });

  it('keeps the IDs of each row unchanged, whatever they contain', async () => {
    const ids = ['INV 2026/11', 'NOTPROVIDED', 'NOTPROVIDED', 'ok-1'];
    const { message } = await accepted({
      groups: [{ payments: ids.map((endToEndId) => ({ endToEndId, instructionId: 'I/1' })) }],
    });
    expect(message?.rows.map((row) => row?.endToEndId)).toEqual(ids);
    expect(message?.rows[0]?.instructionId).toBe('I/1');
    const uetr = '8a562c67-ca16-48ba-b074-65581be6f001';
    const withUetr = painMessage(one({})).replace('</PmtId>', `<UETR>${uetr}</UETR></PmtId>`);
    expect((await accepted(withUetr)).message).toMatchObject({
      rows: [{ uetr }],
      source: { notCarried: [] },
    });
  });

  it('lists each element that is not sent to the gateway, with its count', async () => {
    const { message } = await accepted({
      head: '<InitgPty><Nm>Acme</Nm></InitgPty>',
      groups: [
        {
          head: '<BtchBookg>true</BtchBookg>',
          payments: [
            { agent: bic('DEUTDEFF'), more: '<Purp><Cd>SALA</Cd></Purp>' },
            { more: '<Purp><Cd>SALA</Cd></Purp><SplmtryData><Envlp><X a="1">y</X></Envlp></SplmtryData>' },
          ],
        },
      ],
    });
    expect(message?.source.notCarried).toEqual([
      { field: 'GrpHdr/InitgPty/Nm', count: 1 },
      { field: 'PmtInf/BtchBookg', count: 1 },
      { field: 'CdtTrfTxInf/CdtrAgt/FinInstnId/BICFI', count: 1 },
      { field: 'CdtTrfTxInf/Purp/Cd', count: 2 },
      { field: 'CdtTrfTxInf/SplmtryData/Envlp/X', count: 1 },
    ]);
  });

  it('names the execution date of the file, which is not sent to the gateway', async () => {
    const on = (date: string) => ({ head: `<ReqdExctnDt>${date}</ReqdExctnDt>`, payments: [{}] });
    const { message } = await accepted({
      groups: [on('2026-12-24'), on('<DtTm>2026-11-30T09:00:00+01:00</DtTm>'), on('2027-01-02'), on('today')],
    });
    expect(message?.source.notCarried).toEqual([
      { field: 'PmtInf/ReqdExctnDt', count: 3, latestDate: '2027-01-02' },
      { field: 'PmtInf/ReqdExctnDt/DtTm', count: 1, latestDate: '2026-11-30' },
    ]);
    expect(message?.source.notCarried.map(notCarriedText)[0]).toContain('The file asks for 2027-01-02');
  });

  it('lists the clearing code of a bank that a mapping names by its BIC', async () => {
    const clearing = '<ClrSysMmbId><MmbId>37040044</MmbId></ClrSysMmbId></FinInstnId>';
    const agent = bic('DEUTDEFF').replace('</FinInstnId>', clearing);
    const rules = [{ when: { agent: 'DEUTDEFF' }, paymentMethodCode: 'WIRE', paymentOperatorCode: '' }];
    const { message } = await accepted(one({ agent }), rules);
    const field = 'CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId';
    expect(message?.source.notCarried).toEqual([{ field, count: 1 }]);
  });
});

describe('the mapping of a pain.001', () => {
  const rules: MethodRule[] = [
    { when: { account: 'iban', serviceLevel: 'SEPA' }, paymentMethodCode: 'SEPA', paymentOperatorCode: '' },
    { when: { agent: 'DEUTDEFF' }, paymentMethodCode: 'WIRE', paymentOperatorCode: 'DB' },
    { when: { agent: 'USABA021000021' }, paymentMethodCode: 'ACH', paymentOperatorCode: '' },
    { when: { currencyCode: 'usd' }, paymentMethodCode: 'SWIFT', paymentOperatorCode: '' },
  ];
  const aba =
    '<FinInstnId><ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId></ClrSysMmbId></FinInstnId>';

  it('takes the currency from the amount it takes, whatever an empty one has', async () => {
    const empty = '<InstdAmt Ccy="USD"/><EqvtAmt><Amt Ccy="JPY"></Amt></EqvtAmt>';
    const amt = `<InstdAmt Ccy="EUR">10.50</InstdAmt>${empty}`;
    const { rows } = await accepted(one({ amt }));
    expect(rows).toMatchObject([{ amount: '10.50', currencyCode: 'EUR' }]);
  });

  it('chooses by the first rule that matches: service level of the group, account, bank and currency', async () => {
    const { rows, message } = await accepted(
      {
        groups: [
          {
            serviceLevel: 'SEPA',
            payments: [{ agent: bic('DEUTDEFF') }, { account: other('1'), agent: bic('DEUTDEFF500') }],
          },
          {
            payments: [
              { agent: aba, currencyCode: 'USD' },
              { currencyCode: 'USD' },
              { serviceLevel: 'SEPA' },
            ],
          },
        ],
      },
      rules,
    );
    expect(
      rows.map(({ paymentMethodCode, paymentOperatorCode }) => [paymentMethodCode, paymentOperatorCode]),
    ).toEqual([
      ['SEPA', ''],
      ['WIRE', 'DB'],
      ['ACH', ''],
      ['SWIFT', ''],
      ['SEPA', ''],
    ]);
    // The first bank is not sent: its rule does not name it.
    expect(message?.source.notCarried).toEqual([{ field: 'CdtTrfTxInf/CdtrAgt/FinInstnId/BICFI', count: 1 }]);
  });

  it('lists each payment that no rule covers, and imports nothing', async () => {
    const { code, message, details } = await refused(
      { groups: [{ payments: [{ serviceLevel: 'SEPA' }, { endToEndId: 'E 2' }, { endToEndId: 'E 3' }] }] },
      rules,
    );
    expect(code).toBe('fileHasErrors');
    // The file is right: what lacks is in the mapping.
    expect(message).toMatch(
      / Nothing was imported\. Name a mapping with a rule for it \(on the command line: --map FILE\) and import the file again\.$/,
    );
    expect((details.problems ?? []).map(inWords)).toMatchObject([
      {
        line: 2,
        field: 'paymentMethodCode',
        message: 'No rule of the mapping covers payment E 2 (EUR, IBAN, no service level, no bank).',
      },
      { line: 3, field: 'paymentMethodCode' },
    ]);
  });
});
