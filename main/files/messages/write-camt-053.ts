import {
  addAmounts,
  compareAmounts,
  isZeroAmount,
  negateAmount,
  shortestAmount,
} from '../../../contract/money/amount.ts';
import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { openingText, unexplainedText } from '../../../contract/text/treasury/statement-text.ts';
import type { Movement, Statement } from '../../../contract/treasury/statement.ts';
import type { StatementWriter } from '../../core/ports/index.ts';
import { element, isIsoDecimal, shortElement } from './write-xml.ts';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
/** Lengths from the schema. */
const longestId = 35;
const longestAccount = 34;
const longestName = 70;
const longestParty = 140;
const longestLine = 140;
const longestInformation = 500;
const amountDecimals = 5;

type Head = Statement & { readonly opening: string; readonly closing: string };

/** See `Files.beginStatementMessage`. A fee is a separate entry, so that the entries add up to the closing balance. */
export function beginCamt053(
  statement: Statement,
  message: { readonly id: string; readonly at: string },
): Result<StatementWriter> {
  const { currencyCode, opening, closing } = statement;
  if (!/^[A-Z]{3}$/.test(currencyCode))
    return fail(
      'inputInvalid',
      `A camt.053 can hold only currency codes of three letters, not ${currencyCode}. Export CSV or Excel.`,
    );
  if (opening === null || closing === null)
    return fail(
      'inputInvalid',
      `No balance in ${currencyCode} was read before the end of ${statement.until}, and a camt.053 needs one. Export CSV or Excel.`,
    );
  const balances = balancesXml({ ...statement, opening, closing });
  if (!balances.ok) return balances;
  const entries = new Entries(currencyCode);
  return succeed({
    add: (movements) => Promise.resolve(entries.add(movements)),
    finish: () => {
      const before = Buffer.from(headXml(statement, message) + balances.value + entries.summary(), 'utf8');
      const after = Buffer.from(`${informationXml(statement)}</Stmt></BkToCstmrStmt></Document>\n`, 'utf8');
      return Promise.resolve(succeed(Buffer.concat([before, ...entries.written, after])));
    },
  });
}

/** The entries as written, and their total. */
class Entries {
  readonly written: Buffer[] = [];
  #sums = { credit: { count: 0, sum: '0' }, debit: { count: 0, sum: '0' } };

  readonly #currencyCode: string;

  constructor(currencyCode: string) {
    this.#currencyCode = currencyCode;
  }

  add(movements: readonly Movement[]): Result<null> {
    let text = '';
    for (const movement of movements)
      for (const part of ['amount', 'fee'] as const) {
        const amount = movement[part] ?? '0';
        if (isZeroAmount(amount)) continue;
        const money = moneyXml(amount, this.#currencyCode);
        if (money === null) return tooManyDigits(amount, `Payment ${movement.id}`);
        text += entryXml(movement, part, money);
        this.#count(amount);
      }
    this.written.push(Buffer.from(text, 'utf8'));
    return succeed(null);
  }

  summary(): string {
    const { credit, debit } = this.#sums;
    const count = credit.count + debit.count;
    const total = sumXml({ count, sum: addAmounts(credit.sum, debit.sum) });
    return `<TxsSummry><TtlNtries>${total}</TtlNtries><TtlCdtNtries>${sumXml(credit)}</TtlCdtNtries><TtlDbtNtries>${sumXml(debit)}</TtlDbtNtries></TxsSummry>\n`;
  }

  #count(amount: string): void {
    const side = isNegative(amount) ? this.#sums.debit : this.#sums.credit;
    side.count += 1;
    side.sum = addAmounts(side.sum, absolute(amount));
  }
}

function sumXml({ count, sum }: { readonly count: number; readonly sum: string }): string {
  // The schema has no element for a sum of more than 18 digits, and does not require one.
  return `${element('NbOfNtries', String(count))}${isIsoDecimal(sum, amountDecimals) ? element('Sum', sum) : ''}`;
}

function headXml(
  { merchantCode, profileName, environment, currencyCode, from, until }: Statement,
  { id, at }: { readonly id: string; readonly at: string },
): string {
  // For a day that has not ended, nothing is known beyond now.
  const end = `${until}T23:59:59.999Z`;
  const servicer = environment === 'sandbox' ? 'Payment gateway (sandbox, no real money)' : 'Payment gateway';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${namespace}"><BkToCstmrStmt>`,
    `<GrpHdr>${element('MsgId', id)}${element('CreDtTm', at)}</GrpHdr>`,
    `<Stmt>${element('Id', id)}${element('CreDtTm', at)}`,
    `<FrToDt>${element('FrDtTm', `${from}T00:00:00Z`)}${element('ToDtTm', end < at ? end : at)}</FrToDt>`,
    `<Acct><Id><Othr>${shortElement('Id', merchantCode, longestAccount)}</Othr></Id>${element('Ccy', currencyCode)}${shortElement('Nm', profileName, longestName)}`,
    `<Ownr>${shortElement('Nm', merchantCode, longestParty)}</Ownr>`,
    `<Svcr><FinInstnId>${element('Nm', servicer)}<Othr>${element('Id', 'NOTPROVIDED')}</Othr></FinInstnId></Svcr></Acct>`,
    '',
  ].join('\n');
}

/**
 * Opening and closing balance as the payments explain them, then the reported balance and the unexplained difference. An opening
 * before which no balance was read is not called booked.
 */
function balancesXml(statement: Head): Result<string> {
  const { opening, openingBasis, closing, reported, reportedAt, unexplained } = statement;
  const { currencyCode, from, until, days } = statement;
  const openingType = openingBasis === 'derived' ? '<Prtry>OPENING DERIVED</Prtry>' : '<Cd>OPBD</Cd>';
  const balances: [type: string, amount: string | null, at: string][] = [
    [openingType, opening, element('Dt', from)],
    ['<Cd>CLBD</Cd>', closing, element('Dt', until)],
    ['<Prtry>REPORTED</Prtry>', reported, reportedAt === null ? '' : element('DtTm', reportedAt)],
    ['<Prtry>UNEXPLAINED</Prtry>', unexplained, element('Dt', until)],
    ...days
      .filter(({ arisen }) => arisen !== null && !isZeroAmount(arisen))
      .map(({ arisen, day }): [string, string | null, string] => [
        '<Prtry>UNEXPLAINED OF DAY</Prtry>',
        arisen,
        element('Dt', day),
      ]),
  ];
  let text = '';
  for (const [type, amount, at] of balances) {
    if (amount === null) continue;
    const money = moneyXml(amount, currencyCode);
    if (money === null) return tooManyDigits(amount, 'A balance');
    text += `<Bal><Tp><CdOrPrtry>${type}</CdOrPrtry></Tp>${money}<Dt>${at}</Dt></Bal>\n`;
  }
  return succeed(text);
}

/** Domain, family and subfamily of ISO 20022 for a movement. */
const codes = {
  payout: ['PMNT', 'ICDT', 'OTHR'],
  payin: ['PMNT', 'RCDT', 'OTHR'],
  topup: ['PMNT', 'RCDT', 'OTHR'],
  fee: ['PMNT', 'MDOP', 'CHRG'],
} as const;

function entryXml(movement: Movement, part: 'amount' | 'fee', money: string): string {
  const { at, id, ownId, kind, payee, reference, paymentMethodCode, paymentInformationId } = movement;
  const code = part === 'fee' ? 'fee' : kind;
  const [domain, family, subfamily] = codes[code];
  const serviceReference = idElement('AcctSvcrRef', id);
  const isOwnIdLong = ownId.length > longestId;
  const references = `${serviceReference}${idElement('PmtInfId', paymentInformationId)}${idElement('EndToEndId', ownId)}`;
  const information = [
    part === 'fee' ? `Fee of ${id}` : `Order ID ${id}`,
    paymentMethodCode === '' ? '' : `method ${paymentMethodCode}`,
    isOwnIdLong ? `EndToEndId ${ownId}` : '',
  ].filter((text) => text !== '');
  return [
    `<Ntry>${money}<Sts><Cd>BOOK</Cd></Sts><BookgDt>${element('DtTm', at)}</BookgDt><ValDt>${element('DtTm', at)}</ValDt>`,
    serviceReference,
    `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subfamily}</SubFmlyCd></Fmly></Domn><Prtry><Cd>${code}</Cd><Issr>Bursar</Issr></Prtry></BkTxCd>`,
    `<NtryDtls><TxDtls><Refs>${references}</Refs>${money}`,
    part === 'fee' ? '' : partyXml(kind, payee),
    part === 'fee' || reference === '' ? '' : `<RmtInf>${linesXml('Ustrd', reference)}</RmtInf>`,
    part === 'fee' ? '' : longNameXml(payee),
    '</TxDtls></NtryDtls>',
    shortElement('AddtlNtryInf', information.join(', '), longestInformation),
    '</Ntry>\n',
  ].join('');
}

/** Nothing for an ID that the schema cannot hold: a part of it is another one. */
function idElement(name: string, id: string): string {
  return id === '' || id.length > longestId ? '' : element(name, id);
}

function partyXml(kind: Movement['kind'], name: string): string {
  if (name === '') return '';
  const party = kind === 'payout' ? 'Cdtr' : 'Dbtr';
  return `<RltdPties><${party}><Pty>${shortElement('Nm', name, longestParty)}</Pty></${party}></RltdPties>`;
}

/** The whole of a name whose end the element of its party cannot hold. */
function longNameXml(name: string): string {
  return Array.from(name).length <= longestParty
    ? ''
    : shortElement('AddtlTxInf', `Name ${name}`, longestInformation);
}

/** A text split over the elements it needs. */
function linesXml(name: string, text: string): string {
  const characters = Array.from(text);
  let lines = '';
  for (let start = 0; start < characters.length; start += longestLine)
    lines += element(name, characters.slice(start, start + longestLine).join(''));
  return lines;
}

function informationXml(statement: Statement): string {
  const about = `${unexplainedText(statement)} Opening: ${openingText(statement)} Days are UTC.`;
  return shortElement('AddtlStmtInf', about, longestInformation);
}

/** An amount without its sign, and its direction; null if the schema cannot hold its digits. */
function moneyXml(amount: string, currencyCode: string): string | null {
  const digits = plain(absolute(amount), currencyCode);
  return isIsoDecimal(digits, amountDecimals)
    ? `<Amt Ccy="${currencyCode}">${digits}</Amt>${direction(amount)}`
    : null;
}

function direction(amount: string): string {
  return element('CdtDbtInd', isNegative(amount) ? 'DBIT' : 'CRDT');
}

function isNegative(amount: string): boolean {
  return compareAmounts(amount, '0') < 0;
}

function absolute(amount: string): string {
  return isNegative(amount) ? negateAmount(amount) : amount;
}

/** With at least the decimals of its currency, and no more than it needs. */
function plain(amount: string, currencyCode: string): string {
  return addAmounts(
    shortestAmount(amount),
    `0${'.'.padEnd((minorUnitsOf(currencyCode) ?? 0) + 1, '0')}`.replace(/\.$/, ''),
  );
}

function tooManyDigits(amount: string, what: string): Result<never> {
  return fail(
    'inputInvalid',
    `${what} has the amount ${amount}, but a camt.053 can hold at most 18 digits, 5 of them decimals. Export CSV or Excel.`,
  );
}
