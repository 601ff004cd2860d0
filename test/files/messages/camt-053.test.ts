import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assert, bigInt, integer, property, record, array, constantFrom } from 'fast-check';
import { CashManagementEndOfDayReport } from 'iso20022.js';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { addAmounts, compareAmounts, negateAmount, sumAmounts } from '../../../contract/money/amount.ts';
import { formatDecimal } from '../../../contract/money/decimal.ts';
import type { Movement, Statement, StatementDay } from '../../../contract/treasury/statement.ts';
import { createFiles } from '../../../main/files/index.ts';
import { errorCode, value } from '../../kit/store.ts';
import { clock } from '../reading.ts';

/** Beside the project, since the schemas are not ours to pass on. */
const schema = path.resolve(import.meta.dirname, '../../../../shared/iso20022/camt.053.001.08.xsd');

const files = createFiles({ clock });
const message = { id: 'abcdefghijkmnpqr', at: '2026-02-01T08:00:00.000Z' };

const movement = (wanted: Partial<Movement>): Movement => ({
  at: '2026-01-05T10:00:00.000Z',
  kind: 'payout',
  id: 'abcdefghijkmnpqr-1',
  ownId: '',
  paymentInformationId: 'abcdefghijkmnpqr',
  amount: '-120.10',
  fee: '0',
  balance: null,
  batchId: 'abcdefghijkmnpqr',
  paymentMethodCode: 'SEPA',
  payee: 'Ana <& Co>',
  reference: 'Invoice 1 \u0007',
  ...wanted,
});

const day = (wanted: Partial<StatementDay>): StatementDay => ({
  day: '2026-01-05',
  opening: '0',
  amount: '0',
  fees: '0',
  closing: '0',
  reported: null,
  reportedAt: null,
  sinceReported: null,
  unexplained: null,
  arisen: null,
  explanation: null,
  candidates: [],
  ...wanted,
});

function statementOf(movements: readonly Movement[], wanted: Partial<Statement> = {}): Statement {
  const closing = sumAmounts(['1000.00', ...movements.flatMap(({ amount, fee }) => [amount, fee ?? '0'])]);
  const unexplained = wanted.unexplained === undefined ? '0' : wanted.unexplained;
  return {
    profileName: 'Main & sons',
    environment: 'sandbox',
    merchantCode: 'M'.repeat(250),
    currencyCode: 'EUR',
    from: '2026-01-01',
    until: '2026-01-31',
    opening: '1000.00',
    openingBasis: 'carriedForward',
    openingReadAt: '2025-12-31T23:00:00.000Z',
    in: '0',
    out: '0',
    fees: '0',
    closing,
    reported: unexplained === null ? null : addAmounts(closing, unexplained),
    reportedAt: unexplained === null ? null : '2026-01-31T20:00:00.000Z',
    sinceReported: unexplained === null ? null : { count: 0, amount: '0' },
    movementCount: movements.length,
    days: [],
    ...wanted,
    unexplained,
  };
}

async function written(movements: readonly Movement[], wanted?: Partial<Statement>): Promise<string> {
  const writer = value(files.beginStatementMessage(statementOf(movements, wanted), message));
  for (const one of movements) value(await writer.add([one]));
  return Buffer.from(value(await writer.finish())).toString('utf8');
}

const movements = [
  movement({ fee: '-0.30', ownId: 'INV 1/2026' }),
  movement({ kind: 'topup', id: 't'.repeat(200), amount: '500.5', payee: '', reference: '' }),
  movement({ kind: 'payin', id: 'p-1', amount: '70.00', fee: '0.05', reference: 'r'.repeat(300) }),
  movement({ id: 'long-name', amount: '-1', payee: `${'n'.repeat(245)} & co` }),
  movement({ kind: 'fee', id: 'other-1', amount: '0', fee: '-0.00001' }),
];

/** Signed amounts of the entries as the text of the message has them. */
function entriesOf(xml: string): string[] {
  const entries = xml.matchAll(/<Ntry><Amt Ccy="EUR">([\d.]+)<\/Amt><CdtDbtInd>(DBIT|CRDT)/g);
  return Array.from(entries, ([, amount = '', side]) => (side === 'DBIT' ? negateAmount(amount) : amount));
}

/** Balances by type and side. */
function balancesOf(xml: string): string[] {
  const found = xml.matchAll(
    /<CdOrPrtry><(?:Cd|Prtry)>([^<]+)<.*?<Amt Ccy="EUR">([\d.]+)<\/Amt><CdtDbtInd>(\w+)<.*?<Dt>(?:<\w+>)([^<]+)/g,
  );
  return Array.from(found, ([, type, amount, side, at]) => `${type} ${amount} ${side} ${at}`);
}

describe('a camt.053', () => {
  it('is read by another library with every balance, entry and reference, amounts exact', async () => {
    const read = CashManagementEndOfDayReport.fromXML(await written(movements.slice(0, 3)));
    const [statement] = read.statements;
    if (statement === undefined) throw new Error('no statement');
    expect([read.messageId, statement.id]).toEqual([message.id, message.id]);
    expect(statement.account).toMatchObject({ currency: 'EUR', name: 'Main & sons' });
    expect(
      statement.balances
        .filter(({ type }) => type !== undefined)
        .map(({ type, amount, creditDebitIndicator }) => [type, Math.round(amount), creditDebitIndicator]),
    ).toEqual([
      ['OPBD', 100_000, 'credit'],
      ['CLBD', 145_015, 'credit'],
    ]);
    expect(
      statement.entries.map(({ amount, creditDebitIndicator, proprietaryCode }) => [
        Math.round(amount),
        creditDebitIndicator,
        proprietaryCode,
      ]),
    ).toEqual([
      [12_010, 'debit', 'payout'],
      [30, 'debit', 'fee'],
      [50_050, 'credit', 'topup'],
      [7000, 'credit', 'payin'],
      [5, 'credit', 'fee'],
    ]);
    expect([statement.numOfEntries, statement.sumOfEntries]).toEqual([5, 690.95]);
    expect(statement.entries[0]?.accountServicerReferenceId).toBe('abcdefghijkmnpqr-1');
    const xml = await written(movements);
    expect(xml).toContain('<EndToEndId>INV 1/2026</EndToEndId>');
    const withLongId = await written([movement({ ownId: 'e'.repeat(36) })]);
    expect(withLongId).toMatch(/method SEPA, EndToEndId e{36}<\/AddtlNtryInf>/);
    expect(withLongId).not.toContain('<EndToEndId>');
    expect(xml).toContain('<Pty><Nm>Ana &lt;&amp; Co&gt;</Nm></Pty>');
    expect(xml).toContain(`Order ID ${'t'.repeat(200)}`);
  });

  it('has the whole of a name that is longer than the element of its party', async () => {
    const long = await written([movement({ payee: 'n'.repeat(250), fee: '-0.30' })]);
    expect(long.match(/<Nm>n+</g)).toEqual([`<Nm>${'n'.repeat(140)}<`]);
    expect(long.match(/<AddtlTxInf>[^<]*/g)).toEqual([`<AddtlTxInf>Name ${'n'.repeat(250)}`]);
    expect(await written([movement({ payee: 'n'.repeat(140) })])).not.toContain('<AddtlTxInf>');
  });

  it('adds up from the opening to the closing balance, whatever moved', async () => {
    const amount = record({
      digits: bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      scale: integer({ min: 0, max: 5 }),
    }).map(formatDecimal);
    const moved = array(
      record({ amount, fee: amount, kind: constantFrom('payout', 'payin', 'topup', 'fee') }),
    );
    const histories: Movement[][] = [];
    assert(
      property(moved, (list) => {
        histories.push(list.map((one) => movement(one)));
      }),
      { numRuns: 40 },
    );
    for (const history of histories) {
      const xml = await written(history);
      const closing = statementOf(history).closing ?? '';
      expect(compareAmounts(sumAmounts(['1000', ...entriesOf(xml)]), closing)).toBe(0);
    }
  });

  it('shows the reported balance and the unexplained difference, by day', async () => {
    const days = [
      day({ day: '2026-01-05', arisen: '-7.25' }),
      day({ day: '2026-01-06', arisen: '0.00' }),
      day({ day: '2026-01-07', arisen: '0.25' }),
    ];
    const xml = await written([], { unexplained: '-7.00', days });
    expect(balancesOf(xml)).toEqual([
      'OPBD 1000.00 CRDT 2026-01-01',
      'CLBD 1000.00 CRDT 2026-01-31',
      'REPORTED 993.00 CRDT 2026-01-31T20:00:00.000Z',
      'UNEXPLAINED 7.00 DBIT 2026-01-31',
      'UNEXPLAINED OF DAY 7.25 DBIT 2026-01-05',
      'UNEXPLAINED OF DAY 0.25 CRDT 2026-01-07',
    ]);
    expect(xml).toContain('<AddtlStmtInf>Unexplained difference: -7.00 EUR.');
    expect(await written([], { unexplained: null })).toContain('not known, since no balance was read');
  });

  it('of the current day ends when it was created', async () => {
    expect(await written([])).toContain('<ToDtTm>2026-01-31T23:59:59.999Z</ToDtTm>');
    expect(await written([], { until: '2026-12-31' })).toContain(`<ToDtTm>${message.at}</ToDtTm>`);
  });

  it('does not call an opening booked before which no balance was read', async () => {
    const xml = await written([], { openingBasis: 'derived', openingReadAt: '2026-01-20T20:00:00.000Z' });
    expect(balancesOf(xml).slice(0, 2)).toEqual([
      'OPENING DERIVED 1000.00 CRDT 2026-01-01',
      'CLBD 1000.00 CRDT 2026-01-31',
    ]);
    expect(xml).not.toContain('OPBD');
  });

  it('is refused if it could not hold the money exactly', async () => {
    const begin = (wanted: Partial<Statement>) =>
      errorCode(files.beginStatementMessage(statementOf([], wanted), message));
    expect(begin({ currencyCode: 'USDT_TRC20' })).toBe('inputInvalid');
    expect(begin({ opening: null, closing: null, unexplained: null })).toBe('inputInvalid');
    expect(begin({ closing: '0.000001' })).toBe('inputInvalid');
    expect(begin({ currencyCode: 'JPY', closing: '1'.repeat(19) })).toBe('inputInvalid');
    expect(begin({ currencyCode: 'JPY', closing: '1'.repeat(18) })).toBeNull();
    const writer = value(files.beginStatementMessage(statementOf([]), message));
    expect(errorCode(await writer.add([movement({ amount: '-0.000001' })]))).toBe('inputInvalid');
    expect(errorCode(await writer.add([movement({ amount: '1234567890123456.789' })]))).toBe('inputInvalid');
    expect(errorCode(await writer.add([movement({ amount: '1.500000' })]))).toBeNull();
  });

  it.skipIf(!existsSync(schema))(
    `is valid by the schema of ISO 20022 (${existsSync(schema) ? 'found' : 'not found: put ../shared/iso20022 beside the project'})`,
    async () => {
      const text = readFileSync(schema, 'utf8');
      const isValid = async (contents: string) =>
        (await validateXML({ xml: [{ fileName: 'statement.xml', contents }], schema: [text] })).errors;
      const days = [day({ arisen: '-7.25' })];
      const full = await written(movements, { unexplained: '-7.25', days });
      expect(await isValid(full)).toEqual([]);
      expect(await isValid(await written([], { unexplained: null, merchantCode: 'A' }))).toEqual([]);
      expect(await isValid(await written([], { openingBasis: 'derived' }))).toEqual([]);
      expect(await isValid(full.replace('<Cd>BOOK</Cd>', '<Cd>BOOKED</Cd>'))).not.toEqual([]);
    },
  );
});
