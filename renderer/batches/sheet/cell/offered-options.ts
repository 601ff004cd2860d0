import type { CodeListName, KnownCode } from '../../../../contract/reference.ts';
import type { PayoutColumn, SheetCells } from '../../../../contract/batches/sheet.ts';
import type { PaymentOption } from '../../../../contract/treasury.ts';
import { appErrorOf } from '../../../call-error.ts';
import { useKnownCodes } from '../../../queries/reference.ts';
import { useOptions } from '../../../queries/options.ts';

/** An offered code, with the gateway's name for it. */
export type OfferedOption = Pick<KnownCode, 'code' | 'name'>;

export type Offer = {
  /** The label of the list, for screen readers. */
  readonly label: string;
  readonly options: readonly OfferedOption[];
  readonly isReading: boolean;
  /** Why nothing is offered, in a sentence; null if something is. */
  readonly note: string | null;
  /** A note about the options, under them. */
  readonly remark: string | null;
};

const typeIt = 'The codes could not be loaded. Type the code; Check looks it up later.';

/**
 * The options for a cell of this column: for method and operator, what the gateway offers for the row's amount and currency. If that is
 * unknown or the gateway cannot be asked, the codes that it listed before; for the currency these, too. Null: none.
 */
export function useOfferedOptions(
  column: PayoutColumn | null,
  cells: SheetCells,
  profileName: string,
): Offer | null {
  const list = listOf(column);
  const { codes } = useKnownCodes(profileName, list ?? 'currencies', list !== null);
  const isForMoney = list === 'methods' || list === 'operators';
  const answer = useOptions(profileName, 'payout', {
    amount: isForMoney ? cells.amount : '',
    currencyCode: cells.currencyCode,
  });
  if (list === null || column === null) return null;
  const known = knownOffer(list, codes);
  if (list === 'currencies') return known;

  if (answer.error !== null) {
    const isRefused = appErrorOf(answer.error).code === 'gatewayRefused';
    if (isRefused) return fromGateway([], nothingOffered('paymentMethodCode', cells));
    return known === null
      ? fromGateway([], typeIt)
      : { ...known, remark: 'The codes could not be loaded: these are from the last time.' };
  }
  if (answer.data === undefined && answer.fetchStatus === 'idle') {
    const advice = 'Enter an amount and a currency in the row to see the available methods.';
    return known === null ? fromGateway([], advice) : { ...known, remark: advice };
  }
  const all = answer.data?.options ?? [];
  const options = list === 'methods' ? methodsOf(all) : operatorsOf(all, cells.paymentMethodCode);
  const isNothing = answer.data !== undefined && options.length === 0;
  return {
    ...fromGateway(options, isNothing ? nothingOffered(column, cells) : null),
    isReading: answer.isFetching,
  };
}

function listOf(column: PayoutColumn | null): CodeListName | null {
  switch (column) {
    case 'currencyCode':
      return 'currencies';
    case 'paymentMethodCode':
      return 'methods';
    case 'paymentOperatorCode':
      return 'operators';
    default:
      return null;
  }
}

function fromGateway(options: readonly OfferedOption[], note: string | null): Offer {
  return { label: 'Available methods', options, isReading: false, note, remark: null };
}

/** Whether codes may be offered for cells of this column. */
export function isOffered(column: PayoutColumn): boolean {
  return listOf(column) !== null;
}

/** Null if no code is known: an empty list would only be a nuisance. */
function knownOffer(list: CodeListName, codes: readonly KnownCode[]): Offer | null {
  const label = list === 'currencies' ? 'Currencies of the gateway' : 'Gateway codes';
  return codes.length === 0 ? null : { label, options: codes, isReading: false, note: null, remark: null };
}

function methodsOf(options: readonly PaymentOption[]): OfferedOption[] {
  return options.map(({ paymentMethodCode, name }) => ({ code: paymentMethodCode, name }));
}

function operatorsOf(options: readonly PaymentOption[], paymentMethodCode: string): OfferedOption[] {
  const operators = options.find((option) => option.paymentMethodCode === paymentMethodCode)?.operators ?? [];
  return operators.map(({ paymentOperatorCode, name }) => ({ code: paymentOperatorCode, name }));
}

function nothingOffered(column: PayoutColumn, cells: SheetCells): string {
  const money = `${cells.amount} ${cells.currencyCode}`;
  if (column === 'paymentMethodCode') return `The gateway offers no method for ${money}.`;
  return cells.paymentMethodCode === ''
    ? 'Choose the method first.'
    : `${cells.paymentMethodCode} needs no operator for ${money}.`;
}
