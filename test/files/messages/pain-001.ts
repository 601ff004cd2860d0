import { expect } from 'vitest';
import type { MethodRule } from '../../../contract/batches/source.ts';
import type { AppError } from '../../../contract/errors.ts';
import { noRules } from '../../../main/core/batches/rules/rules-of-profile.ts';
import type { PayoutFile } from '../../../main/core/ports/index.ts';
import { createFiles } from '../../../main/files/index.ts';
import { clock } from '../reading.ts';

/** Builds pain.001 messages as banks' programs write them, for tests. */

export type Payment = {
  readonly endToEndId?: string;
  readonly instructionId?: string;
  /** The whole `Amt` element where it is no `InstdAmt` in euros. */
  readonly amt?: string;
  readonly amount?: string;
  readonly currencyCode?: string;
  readonly name?: string;
  readonly account?: string;
  readonly agent?: string;
  readonly serviceLevel?: string;
  readonly remittance?: string;
  readonly more?: string;
};

export type Group = {
  readonly id?: string;
  readonly head?: string;
  readonly serviceLevel?: string;
  readonly payments: readonly Payment[];
};

export type Message = {
  readonly version?: string;
  readonly messageId?: string;
  readonly transactions?: string | null;
  readonly controlSum?: string | null;
  readonly head?: string;
  readonly groups: readonly Group[];
};

export const iban = (number: string): string => `<Id><IBAN>${number}</IBAN></Id>`;
export const other = (number: string): string => `<Id><Othr><Id>${number}</Id></Othr></Id>`;
export const bic = (code: string): string => `<FinInstnId><BICFI>${code}</BICFI></FinInstnId>`;

const unless = (text: string | null | undefined, element: string): string =>
  text === undefined || text === null ? '' : `<${element}>${text}</${element}>`;
const level = (code: string | undefined): string =>
  code === undefined ? '' : `<PmtTpInf><SvcLvl><Cd>${code}</Cd></SvcLvl></PmtTpInf>`;

function paymentXml(payment: Payment): string {
  const { amount = '10.00', currencyCode = 'EUR', account = iban('DE89370400440532013000') } = payment;
  const amt = payment.amt ?? `<InstdAmt Ccy="${currencyCode}">${amount}</InstdAmt>`;
  return `<CdtTrfTxInf>
  <PmtId>${unless(payment.instructionId, 'InstrId')}<EndToEndId>${payment.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></PmtId>
  ${level(payment.serviceLevel)}
  <Amt>${amt}</Amt>
  ${unless(payment.agent, 'CdtrAgt')}
  <Cdtr><Nm>${payment.name ?? 'Ada Example'}</Nm></Cdtr>
  <CdtrAcct>${account}</CdtrAcct>
  ${unless(payment.remittance, 'RmtInf')}${payment.more ?? ''}
</CdtTrfTxInf>`;
}

/** A message; what it says of itself is right where it is not given. */
export function painMessage({ version = '001.001.09', groups, ...given }: Message): string {
  const count = groups.reduce((sum, { payments }) => sum + payments.length, 0);
  const transactions = given.transactions === undefined ? String(count) : given.transactions;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.${version}">
<CstmrCdtTrfInitn>
<GrpHdr><MsgId>${given.messageId ?? 'MSG-1'}</MsgId><CreDtTm>2026-11-20T09:00:00</CreDtTm>${unless(transactions, 'NbOfTxs')}${unless(given.controlSum, 'CtrlSum')}${given.head ?? ''}</GrpHdr>
${groups
  .map(
    (
      group,
      index,
    ) => `<PmtInf><PmtInfId>${group.id ?? `GROUP-${index + 1}`}</PmtInfId><PmtMtd>TRF</PmtMtd>${group.head ?? ''}${level(group.serviceLevel)}
${group.payments.map(paymentXml).join('\n')}
</PmtInf>`,
  )
  .join('\n')}
</CstmrCdtTrfInitn>
</Document>
`;
}

const files = createFiles({ clock });
export const anyMethod: readonly MethodRule[] = [
  { when: {}, paymentMethodCode: 'WIRE', paymentOperatorCode: '' },
];

export const one = (payment: Payment): Message => ({ groups: [{ payments: [payment] }] });

async function read(message: string | Uint8Array | Message, rules: readonly MethodRule[]) {
  const text = typeof message === 'string' || message instanceof Uint8Array ? message : painMessage(message);
  return files.readPayoutRows(Buffer.from(text), 'p.xml', () => undefined, noRules, rules);
}

/** What is read of a message that has to be accepted. */
export async function accepted(
  message: string | Uint8Array | Message,
  rules: readonly MethodRule[] = anyMethod,
): Promise<PayoutFile> {
  const result = await read(message, rules);
  if (!result.ok) expect.fail(`${result.error.message} ${JSON.stringify(result.error.details)}`);
  return result.value;
}

/** Why a message is refused that has to be. */
export async function refused(
  message: string | Uint8Array | Message,
  rules: readonly MethodRule[] = anyMethod,
): Promise<AppError> {
  const result = await read(message, rules);
  if (result.ok) expect.fail(`read ${result.value.rows.length} rows`);
  return result.error;
}
