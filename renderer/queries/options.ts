import { dayMs } from '../../contract/duration.ts';
import { Money } from '../../contract/money/money.ts';
import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import { useOperation } from './wire/operations.ts';

const optionsKeptMs = dayMs;

/**
 * Methods and operators that the gateway offers for this amount, to this customer segment if any. Idle while `isWanted` is false or the amount
 * cannot be read.
 */
export function useOptions(
  profileName: string,
  kind: 'payout' | IncomingKind,
  money: { readonly amount: string; readonly currencyCode: string },
  { segmentCode = '', isWanted = true }: { readonly segmentCode?: string; readonly isWanted?: boolean } = {},
) {
  const read = Money.safeParse(money);
  return useOperation(
    'options.read',
    {
      profileName,
      kind,
      money: read.success ? read.data : { amount: '1', currencyCode: 'EUR' },
      ...(segmentCode === '' ? {} : { segmentCode }),
      maxAgeMs: optionsKeptMs,
    },
    { isEnabled: isWanted && read.success },
  );
}
