import { Money } from '../../../contract/money.ts';
import { useAct, useOperation, type CallOutput } from '../../api.ts';

const optionsKeptMs = 24 * 60 * 60 * 1000;

export type MadeLink = CallOutput<'links.create'>;
export type MadeStatusLink = CallOutput<'links.status'>;

export function useHost() {
  return useOperation('host.info', {});
}

/** Makes a link; a fault is shown by the form. */
export function useMakeLink(onMade: (made: MadeLink) => void) {
  return useAct('links.create', { onDone: onMade, onFault: () => undefined });
}

/** Makes the address of the status view; a fault is shown where it was asked for. */
export function useMakeStatusLink() {
  return useAct('links.status', { onFault: () => undefined });
}

/** Gives a draft to the mail program, after the person agreed outside the page. */
export function useOpenDraft() {
  return useAct('host.openExternal');
}

/** What the gateway offers for a payin of this money, once somebody looks for it (`isWanted`). */
export function usePayinOptions(
  profileName: string,
  money: { readonly amount: string; readonly currencyCode: string },
  isWanted: boolean,
) {
  const read = Money.safeParse(money);
  return useOperation(
    'options.read',
    {
      profileName,
      kind: 'payin',
      money: read.success ? read.data : { amount: '1', currencyCode: 'EUR' },
      maxAgeMs: optionsKeptMs,
    },
    { isEnabled: isWanted && read.success },
  );
}
