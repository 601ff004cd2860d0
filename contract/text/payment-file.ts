import type { FileSource, PaymentTraits } from '../batches/source.ts';
import { counted } from './numbers.ts';

/** What payments of a file have in common: `EUR, IBAN, service level SEPA, bank DEUTDEFF`. */
export function traitsText({ currencyCode, account, serviceLevel, agent }: PaymentTraits): string {
  return [
    currencyCode === '' ? 'no currency' : currencyCode,
    account === 'iban' ? 'IBAN' : 'no IBAN',
    serviceLevel === '' ? 'no service level' : `service level ${serviceLevel}`,
    agent === '' ? 'no bank' : `bank ${agent}`,
  ].join(', ');
}

/** An element of a payment file that the gateway does not learn. */
export function notCarriedText({ field, count }: FileSource['notCarried'][number]): string {
  const where = field.startsWith('CdtTrfTxInf/') ? ` (${counted(count, 'payout')})` : '';
  return `${field} is not sent to the gateway${where}.`;
}
