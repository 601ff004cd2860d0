import { describe, expect, it } from 'vitest';
import { noRules } from '../../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../../main/files/index.ts';
import { clock, noAnswers } from '../reading.ts';
import {
  accepted,
  anyMethod,
  bic,
  iban,
  one,
  other,
  painMessage,
  refused,
  type Message,
} from './pain-001.ts';

describe('a pain.001 is refused', () => {
  it.each([
    [{ transactions: '3' }, 'NbOfTxs says 3, but Bursar finds 2 transactions.'],
    [{ transactions: null }, 'GrpHdr/NbOfTxs, the number of transactions, is missing'],
    [{ controlSum: '20.000000000000000001' }, 'add up to 20.00'],
    [{ messageId: '' }, 'GrpHdr/MsgId, the ID of the message, is missing'],
  ])('if it does not match its own totals: %j', async (wrong, words) => {
    const error = await refused({ ...wrong, groups: [{ payments: [{}, {}] }] });
    expect(error.code).toBe('fileHasErrors');
    expect(error.message).toContain(words);
  });

  it('if one of its groups does not match', async () => {
    const head = '<NbOfTxs>2</NbOfTxs><CtrlSum>11</CtrlSum>';
    const { details } = await refused({ groups: [{ id: 'G', head, payments: [{}] }] });
    expect(details.problems?.map(({ field }) => field)).toEqual(['PmtInf G/NbOfTxs', 'PmtInf G/CtrlSum']);
  });

  it.each(['1,500', '1.500,25', '1 500', '1’500.00', '1e3', '12,34', '', '.', 'Infinity'])(
    'if the amount %j is not a decimal number, whatever a person might read in it and whatever the sums say',
    async (amount) => {
      for (const controlSum of ['1.5', '1500', undefined]) {
        const { message, details } = await refused({
          ...(controlSum === undefined ? {} : { controlSum }),
          groups: [{ id: 'G', payments: [{ amt: `<InstdAmt Ccy="KWD">${amount}</InstdAmt>` }] }],
        });
        expect(message).toMatch(/^p\.xml was not imported\. The amount of transaction 1 /);
        expect(details.problems).toEqual([
          {
            field: 'PmtInf G/CdtTrfTxInf/Amt',
            value: amount,
            fault: { code: 'messageAmount', transaction: 1 },
          },
        ]);
      }
    },
  );

  it('if an amount is an equivalent to be converted by a bank, or a cheque is requested', async () => {
    const amt = '<EqvtAmt><Amt Ccy="EUR">100.00</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>';
    const { details } = await refused({ controlSum: '110', groups: [{ payments: [{ amt }, {}] }] });
    const fault = { code: 'amountEquivalent' };
    expect(details.problems).toMatchObject([{ line: 1, field: 'amount', fault }]);
    const cheque = painMessage(one({})).replace('TRF', 'CHK');
    expect((await refused(cheque)).message).toContain('cheque');
    const answers = {
      ...noAnswers,
      methodRules: {
        rules: [{ when: {}, paymentMethodCode: 'SEPA', paymentOperatorCode: '' }],
        areComplete: true,
      },
    };
    // As a sheet, it is read, but no row of it can be paid as it is.
    expect(
      await createFiles({ clock }).readSheet(Buffer.from(cheque), 'p.xml', answers, () => undefined),
    ).toMatchObject({
      value: {
        rows: [{ amount: '10.00', paymentMethodCode: '' }],
        notes: [{ code: 'cheques', payments: 1 }],
      },
    });
  });

  it('if it has a document type: entities, external references and bombs', async () => {
    const body = painMessage(one({})).replace(/^.*\n/, '');
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
    for (const start of [bomb, '<!DOCTYPE d SYSTEM "http://127.0.0.1/x.dtd">', '<!DOCTYPE d>'])
      expect((await refused(`<?xml version="1.0"?>${start}${body}`)).message).toContain('DOCTYPE');
    expect((await refused(painMessage(one({ name: '&lol;' })))).message).toContain('entity');
  });

  it('if it is cut off, nested without end, or has more kinds of elements than any message', async () => {
    const text = painMessage(one({}));
    for (const cut of [0.3, 0.6, 0.95]) {
      const { code } = await refused(text.slice(0, Math.floor(text.length * cut)));
      expect(code).toBe('fileUnreadable');
    }
    expect((await refused(painMessage(one({ more: '<a>'.repeat(100) })))).message).toContain('nests');
    const kinds = Array.from({ length: 10_100 }, (_, index) => `<k${index}/>`).join('');
    expect((await refused(painMessage(one({ more: kinds })))).message).toContain('kinds of elements');
  });

  it('if a value that is always short is longer than in any message, in words that do not repeat it', async () => {
    const long = 'Z'.repeat(20_000);
    const split = `1${'0'.repeat(9_999)}<!-- -->5`;
    const wrong: [string, Message | string][] = [
      ['BICFI', one({ agent: bic(long) })],
      ['SvcLvl/Cd', one({ serviceLevel: long })],
      ['InstdAmt/@Ccy', one({ currencyCode: long })],
      ['InstdAmt', one({ amount: split })],
      ['InstdAmt', one({ amount: `${' '.repeat(10_000)}5<![CDATA[00]]>` })],
      ['CtrlSum', { ...one({}), controlSum: split }],
      ['PmtMtd', { groups: [{ head: `<PmtMtd>${long}</PmtMtd>`, payments: [{}] }] }],
      ['name', one({ more: `<${long}>1</${long}>` })],
    ];
    for (const [field, message] of wrong) {
      const { code, message: text, details } = await refused(message, []);
      expect([field, code]).toEqual([field, 'fileUnreadable']);
      expect(text).toContain(field);
      expect(JSON.stringify([text, details]).length, field).toBeLessThan(1000);
    }
  });

  it.each([
    ['12345678', 'ibanNone'],
    ['DE12 34', 'ibanLength'],
    ['DE8937040044053201300', 'ibanLength'],
    ['DE88370400440532013000', 'ibanCheckDigits'],
    ['GB33BUKBX0201555555555', 'ibanFormat'],
    ['XX12345678901234', 'ibanCheckDigits'],
    ['0x8ba1f109551bD432803012645Ac136ddd64DBA72', 'ibanNone'],
  ])('if its IBAN %s is none, whatever account it might be', async (number, code) => {
    const message = painMessage({ groups: [{ payments: [{}, { account: iban(number) }] }] });
    const { details } = await refused(message);
    expect(details.problems).toMatchObject([{ line: 2, field: 'accountNumber', fault: { code } }]);
    const methodRules = { rules: anyMethod, areComplete: true };
    const files = createFiles({ clock });
    const read = await files.readSheet(
      Buffer.from(message),
      'p.xml',
      { ...noAnswers, methodRules },
      () => {},
    );
    if (!read.ok || read.value.kind !== 'rows') expect.fail('not read as a sheet');
    const problems = read.value.rows.map((cells) => files.checkCells(cells, noRules).problems);
    expect(problems).toMatchObject([[], [{ column: 'accountNumber', fault: { code } }]]);
  });

  it('not for the IBAN of a country that is in no registry, if its check digits match', async () => {
    for (const number of ['AO06004400006729503010102', 'XX09 1234 5678']) {
      const { rows } = await accepted(one({ account: iban(number) }));
      expect(rows[0]?.accountNumber).toBe(number.replaceAll(' ', ''));
    }
  });

  it('if a payee has an IBAN and another account', async () => {
    const account = `${iban('DE89370400440532013000')}${other('12345')}`;
    expect((await refused(one({ account }))).message).toContain('two accounts in transaction 1');
  });

  it('if a single field occurs twice', async () => {
    const twice = one({ amt: '<InstdAmt Ccy="EUR">1</InstdAmt><InstdAmt Ccy="EUR">2</InstdAmt>' });
    expect((await refused(twice)).message).toContain('Amt/InstdAmt twice');
  });

  it.each([
    ['its method, of which one is a cheque', '<PmtMtd>CHK</PmtMtd>', 'PmtInf/PmtMtd'],
    ['its count', '<NbOfTxs>9</NbOfTxs><NbOfTxs>1</NbOfTxs>', 'PmtInf/NbOfTxs'],
    ['its sum', '<CtrlSum>99</CtrlSum><CtrlSum>10.00</CtrlSum>', 'PmtInf/CtrlSum'],
  ])('if a group has %s twice', async (_what, element, place) => {
    const twice = painMessage(one({})).replace('<PmtMtd>', `${element}<PmtMtd>`);
    expect((await refused(twice)).message).toContain(`${place} twice`);
  });

  it('if a group says after a transaction how it is paid', async () => {
    const late = painMessage(one({}))
      .replace('<PmtMtd>TRF</PmtMtd>', '')
      .replace('</PmtInf>', '<PmtMtd>CHK</PmtMtd></PmtInf>');
    expect((await refused(late)).message).toContain('PmtInf/PmtMtd behind a transaction');
  });

  it('if it is other XML, an older message, or several', async () => {
    expect((await refused('<?xml version="1.0"?><a/>')).message).toContain('pain.001');
    expect((await refused({ ...one({}), version: '001.001.02' })).message).toContain('pain.001.001.02');
    const [head = '', body = ''] = painMessage(one({})).split('?>');
    expect((await refused(`${head}?><all>${body}${body}</all>`)).message).toContain('several messages');
  });
});
