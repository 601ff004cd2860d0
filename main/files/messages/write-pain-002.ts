import { sumAmounts } from '../../../contract/money/amount.ts';
import { compareDecimals, parseDecimal } from '../../../contract/money/decimal.ts';
import { beginsWithDay } from '../../../contract/possible-time.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { PaymentStatus, StatusReport } from '../../core/ports/index.ts';
import { plainXmlDecimal } from './sums.ts';
import { element, isIsoDecimal, shortElement } from './write-xml.ts';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10';
/** Lengths and forms of the schema; values that do not fit an optional element are left out. */
const longestId = 35;
const longestLine = 105;
const isoTime =
  /^(?!0000)\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)?$/;
const isoCurrency = /^[A-Z]{3}$/;
const isoUetr = /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/;
const amountDecimals = 5;
const sumDecimals = 17;

/** Writes the outcome of a message's payments as a pain.002.001.10, by group. */
export function writeStatusReport({ reportId, at, source, payments }: StatusReport): Result<Uint8Array> {
  const ids = [source.messageId, ...payments.map(({ paymentInformationId }) => paymentInformationId)];
  const unfit = ids.find((id) => !fits(id));
  if (unfit !== undefined)
    return fail(
      'inputInvalid',
      `A pain.002 holds IDs of up to ${longestId} characters, and the payment file has ${unfit} as the ID of the message or of a part of it. Export this batch as CSV.`,
    );
  const isWhole = isWholeMessage(source, payments);
  const groups = new Map<string, PaymentStatus[]>();
  for (const payment of payments) {
    const group = groups.get(payment.paymentInformationId);
    if (group === undefined) groups.set(payment.paymentInformationId, [payment]);
    else group.push(payment);
  }
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${namespace}"><CstmrPmtStsRpt>`,
    `<GrpHdr>${element('MsgId', reportId)}${element('CreDtTm', at)}<InitgPty>${element('Nm', 'Bursar')}</InitgPty></GrpHdr>`,
    '<OrgnlGrpInfAndSts>',
    element('OrgnlMsgId', source.messageId),
    element('OrgnlMsgNmId', source.messageName),
    isIsoTime(source.createdAt) ? element('OrgnlCreDtTm', source.createdAt) : '',
    element('OrgnlNbOfTxs', String(source.transactions)),
    isIsoDecimal(source.controlSum, sumDecimals) ? element('OrgnlCtrlSum', source.controlSum) : '',
    isWhole ? sharedStatus('GrpSts', payments) : '',
    '</OrgnlGrpInfAndSts>',
  ];
  for (const [id, group] of groups) {
    lines.push(`<OrgnlPmtInfAndSts>${element('OrgnlPmtInfId', id === '' ? 'NOTPROVIDED' : id)}`);
    if (isWhole) lines.push(sharedStatus('PmtInfSts', group));
    for (const payment of group) lines.push(statusXml(payment));
    lines.push('</OrgnlPmtInfAndSts>');
  }
  lines.push('</CstmrPmtStsRpt></Document>', '');
  const text = lines.filter((line, index) => line !== '' || index === lines.length - 1).join('\n');
  return succeed(Buffer.from(text, 'utf8'));
}

/**
 * Whether these are all payments of the message, for its amounts. A group has no status if others are in another batch, or if it is not known
 * which amounts they were instructed with: the status would be of the original control sum.
 */
function isWholeMessage(
  { transactions, controlSum: stated }: StatusReport['source'],
  payments: readonly PaymentStatus[],
): boolean {
  const original = parseDecimal(plainXmlDecimal(stated));
  const amounts = payments.flatMap(({ money }) => money?.amount ?? []);
  const sum = parseDecimal(sumAmounts(amounts));
  const isSameSum = original !== null && sum !== null && compareDecimals(original, sum) === 0;
  return amounts.length === transactions && isSameSum;
}

/** Whether a schema takes a text for a time: on a day that there is, unlike 2026-02-30. */
function isIsoTime(text: string): boolean {
  return isoTime.test(text) && beginsWithDay(text);
}

function fits(id: string): boolean {
  return Array.from(id).length <= longestId;
}

function statusXml(payment: PaymentStatus): string {
  const { instructionId, endToEndId, uetr, status, reason, orderId, money } = payment;
  return [
    '<TxInfAndSts>',
    instructionId === null || !fits(instructionId) ? '' : element('OrgnlInstrId', instructionId),
    endToEndId === '' || !fits(endToEndId) ? '' : element('OrgnlEndToEndId', endToEndId),
    uetr !== undefined && isoUetr.test(uetr) ? element('OrgnlUETR', uetr) : '',
    element('TxSts', status),
    reasonXml(reason, unfitIds(payment)),
    orderId.length <= longestId ? element('AcctSvcrRef', orderId) : '',
    money !== null && isIsoDecimal(money.amount, amountDecimals) && isoCurrency.test(money.currencyCode)
      ? `<OrgnlTxRef><Amt><InstdAmt Ccy="${money.currencyCode}">${money.amount}</InstdAmt></Amt></OrgnlTxRef>`
      : '',
    '</TxInfAndSts>',
  ].join('');
}

/** Complete IDs of a payment that their own elements cannot hold. */
function unfitIds({ instructionId, endToEndId, uetr }: PaymentStatus): string[] {
  return [
    ...(instructionId === null || fits(instructionId) ? [] : [`InstrId: ${instructionId}`]),
    ...(fits(endToEndId) ? [] : [`EndToEndId: ${endToEndId}`]),
    ...(uetr === undefined || isoUetr.test(uetr) ? [] : [`UETR: ${uetr}`]),
  ];
}

function reasonXml(reason: PaymentStatus['reason'], more: readonly string[]): string {
  const code = reason === null ? '' : `<Rsn>${shortElement('Prtry', reason.code, longestId)}</Rsn>`;
  const lines = [...(reason === null ? [] : [reason.text]), ...more].map(linesXml).join('');
  return code === '' && lines === '' ? '' : `<StsRsnInf>${code}${lines}</StsRsnInf>`;
}

function linesXml(text: string): string {
  const characters = Array.from(text);
  let lines = '';
  for (let start = 0; start < characters.length; start += longestLine)
    lines += element('AddtlInf', characters.slice(start, start + longestLine).join(''));
  return lines;
}

/** The common status of all these payments; if they differ, each payment reports its own. */
function sharedStatus(name: string, payments: readonly PaymentStatus[]): string {
  const [first = null] = payments;
  const isShared = first !== null && payments.every(({ status }) => status === first.status);
  return isShared ? element(name, first.status) : '';
}
