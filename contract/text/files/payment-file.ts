import type { NotCarried, PaymentTraits } from '../../batches/source.ts';
import { counted } from '../numbers.ts';

/** The common traits of payments in a file: `EUR, IBAN, service level SEPA, bank DEUTDEFF`. */
export function traitsText(
  { currencyCode, account, serviceLevel, agent }: PaymentTraits,
  { hasAgent } = { hasAgent: true },
): string {
  return [
    currencyCode === '' ? 'no currency' : currencyCode,
    account === 'iban' ? 'IBAN' : 'no IBAN',
    serviceLevel === '' ? 'no service level' : `service level ${serviceLevel}`,
    ...(hasAgent ? [agent === '' ? 'no bank' : `bank ${agent}`] : []),
  ].join(', ');
}

/** An element of a payment file that is not sent to the gateway. */
export function notCarriedText({ field, count, latestDate }: NotCarried): string {
  if (latestDate !== undefined)
    return `${field} is not sent to the gateway: payouts are sent when they are released. The file asks for ${latestDate}${count > 1 ? ' at the latest' : ''}.`;
  const where = field.startsWith('CdtTrfTxInf/') ? ` (${counted(count, 'payout')})` : '';
  return `${field} is not sent to the gateway${where}.`;
}
