import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import {
  ruleFor,
  type MethodRule,
  type PaymentTraits,
  type RowSource,
} from '../../../contract/batches/source.ts';
import { isSameCode } from '../../../contract/same-code.ts';
import { saidIban } from '../cells/account.ts';
import { shown } from '../problems.ts';
import type { Cell, CellFault, TableRecord } from '../tables/table.ts';
import type { Field } from './elements.ts';
import { plainXmlDecimal } from './sums.ts';

/** The columns that a message fills, as the header of its table. */
export const transactionHeader: readonly PayoutColumn[] = [
  'amount',
  'currencyCode',
  'paymentMethodCode',
  'accountName',
  'accountNumber',
  'paymentOperatorCode',
  'emailAddress',
  'reference',
];

/** The data of a `PmtInf` that applies to all of its transactions. */
type Group = { readonly id: string; readonly method: string; readonly serviceLevel: string };

/** Elements that occur at most once in a transaction; those of the remittance may occur several times. */
type TextField = Exclude<Field, 'remittance' | 'structuredRemittance'>;

/** A `CdtTrfTxInf`, as far as it has been read. */
export class Transaction {
  readonly #texts: Partial<Record<TextField, string>> = {};
  #remittance: string[] | null = null;
  #amount: string | null = null;
  currencyCode = '';

  /** Keeps a text, with the currency of an amount; false if the transaction already had another one at this position. */
  keep(field: Field, text: string, currencyCode: string): boolean {
    if (field === 'remittance' || field === 'structuredRemittance') {
      this.#remittance ??= [];
      // Programs write a reference in both ways; a line that repeats another one is part of the text.
      if (field === 'remittance' || !this.#remittance.includes(text)) this.#remittance.push(text);
      return true;
    }
    if (this.#texts[field] !== undefined) return false;
    this.#texts[field] = text;
    if (field === 'amount' || field === 'equivalentAmount') this.currencyCode = currencyCode;
    return true;
  }

  /** The amount, which counts towards the control sum even if it cannot be paid. */
  amount(): string {
    const { amount, equivalentAmount } = this.#texts;
    return (this.#amount ??= plainXmlDecimal(amount ?? equivalentAmount ?? ''));
  }

  hasTwoAccounts(): boolean {
    const { iban, otherAccount } = this.#texts;
    return iban !== undefined && otherAccount !== undefined && iban !== otherAccount;
  }

  traits(group: Group): PaymentTraits {
    const { iban, serviceLevel, bic, clearingSystem = '', clearingMember = '' } = this.#texts;
    return {
      currencyCode: this.currencyCode.toUpperCase(),
      account: iban === undefined ? 'other' : 'iban',
      serviceLevel: serviceLevel ?? group.serviceLevel,
      agent: bic ?? clearingSystem + clearingMember,
    };
  }

  /** The row of the transaction, and the rule by which it is sent; null: no rule covers it. */
  toRecord(
    line: number,
    group: Group,
    rules: readonly MethodRule[],
  ): { readonly record: TableRecord; readonly rule: MethodRule | null; readonly traits: PaymentTraits } {
    const traits = this.traits(group);
    const rule = ruleFor(rules, traits);
    const texts = this.#texts;
    const { endToEndId = '', instructionId = null, uetr, equivalentAmount } = texts;
    const {
      accountName = '',
      emailAddress = '',
      otherAccount = '',
      iban: accountNumber = otherAccount,
    } = texts;
    const amount = this.amount();
    const source: RowSource = {
      endToEndId,
      paymentInformationId: group.id,
      instructionId,
      ...(uetr === undefined ? {} : { uetr }),
      ...(equivalentAmount === undefined ? { money: { amount, currencyCode: traits.currencyCode } } : {}),
      payee: payeeKeyOf({ accountName, accountNumber, emailAddress }),
    };
    // A number in a message has one meaning. An amount to be converted is not this payout's amount.
    const amountCell =
      equivalentAmount === undefined ? { number: amount } : `EqvtAmt ${amount} ${traits.currencyCode}`;
    // In the order of the header.
    const cells: readonly Cell[] = [
      amountCell,
      traits.currencyCode,
      // Paid by no method, because a transfer is not what the file asks for.
      isCheque(group) ? '' : (rule?.paymentMethodCode ?? ''),
      accountName,
      texts.iban === undefined ? accountNumber : saidIban(accountNumber),
      rule?.paymentOperatorCode ?? '',
      emailAddress,
      this.#remittance === null ? '' : this.#remittance.join(' '),
    ];
    const faults = this.#faults(traits, rule, group);
    return { record: { cells, line, source, faults }, rule, traits };
  }

  #faults(traits: PaymentTraits, rule: MethodRule | null, group: Group): CellFault[] {
    const { endToEndId = '', equivalentAmount } = this.#texts;
    const faults: CellFault[] = [];
    if (equivalentAmount !== undefined) faults.push(equivalent(equivalentAmount, traits.currencyCode));
    if (rule === null) faults.push(uncovered(traits, endToEndId));
    if (isCheque(group)) faults.push(cheque);
    return faults;
  }
}

function isCheque({ method }: Group): boolean {
  return isSameCode(method, 'CHK');
}

function uncovered(traits: PaymentTraits, endToEndId: string): CellFault {
  return {
    column: 'paymentMethodCode',
    value: '',
    fault: { code: 'methodUncovered', endToEndId: shown(endToEndId), traits },
  };
}

function equivalent(amount: string, currencyCode: string): CellFault {
  return {
    column: 'amount',
    value: shown(`${amount} ${currencyCode}`),
    fault: { code: 'amountEquivalent' },
  };
}

const cheque: CellFault = {
  column: 'paymentMethodCode',
  value: 'CHK',
  fault: { code: 'methodCheque' },
};
