import { emptyCells, type PayoutColumn } from '../../../contract/batches/sheet.ts';
import {
  ruleFor,
  type MethodRule,
  type PaymentTraits,
  type RowSource,
} from '../../../contract/batches/source.ts';
import { payoutColumns } from '../columns/columns.ts';
import { shown } from '../problems.ts';
import type { CellFault, TableRecord } from '../tables/table.ts';
import type { Field } from './elements.ts';
import { plainXmlDecimal } from './sums.ts';

/** The columns that a message fills, as the header of its table. */
export const transactionHeader: readonly PayoutColumn[] = payoutColumns;

/** What a `PmtInf` says for all of its transactions. */
export type Group = { readonly id: string; readonly method: string; readonly serviceLevel: string };

/** A `CdtTrfTxInf` as far as it was read. */
export class Transaction {
  readonly #texts = new Map<Field, string>();
  readonly #remittance: string[] = [];
  currencyCode = '';

  /** Keeps a text; false where the transaction had another one at this place. */
  keep(field: Field, text: string): boolean {
    if (field === 'remittance') {
      if (!this.#remittance.includes(text)) this.#remittance.push(text);
      return true;
    }
    if (this.#texts.has(field)) return false;
    this.#texts.set(field, text);
    return true;
  }

  #text(field: Field): string {
    return this.#texts.get(field) ?? '';
  }

  /** The amount, which counts towards the control sum even where it cannot be paid. */
  amount(): string {
    return plainXmlDecimal(this.#text('amount') || this.#text('equivalentAmount'));
  }

  traits(group: Group): PaymentTraits {
    const clearing = `${this.#text('clearingSystem')}${this.#text('clearingMember')}`;
    return {
      currencyCode: this.currencyCode.toUpperCase(),
      account: this.#text('iban') === '' ? 'other' : 'iban',
      serviceLevel: this.#text('serviceLevel') || group.serviceLevel,
      agent: this.#text('bic') || clearing,
    };
  }

  /** The row of the transaction, and by which rule it is sent; null: no rule covers it. */
  toRecord(
    line: number,
    group: Group,
    rules: readonly MethodRule[],
  ): { readonly record: TableRecord; readonly rule: MethodRule | null; readonly traits: PaymentTraits } {
    const traits = this.traits(group);
    const rule = ruleFor(rules, traits);
    const endToEndId = this.#text('endToEndId');
    const isEquivalent = this.#texts.has('equivalentAmount');
    const faults: CellFault[] = [];
    if (isEquivalent) faults.push(equivalent(this.#text('equivalentAmount'), traits.currencyCode));
    if (rule === null) faults.push(uncovered(traits, endToEndId));
    if (group.method.toUpperCase() === 'CHK') faults.push(cheque);
    const row: Record<PayoutColumn, string> = {
      ...emptyCells,
      currencyCode: traits.currencyCode,
      paymentMethodCode: rule?.paymentMethodCode ?? '',
      paymentOperatorCode: rule?.paymentOperatorCode ?? '',
      accountName: this.#text('accountName'),
      accountNumber: this.#text('iban') || this.#text('otherAccount'),
      emailAddress: this.#text('emailAddress'),
      reference: this.#remittance.join(' '),
    };
    const source: RowSource = {
      endToEndId,
      paymentInformationId: group.id,
      instructionId: this.#texts.get('instructionId') ?? null,
    };
    const amount = this.amount();
    const cells = transactionHeader.map((column) => {
      if (column !== 'amount') return row[column];
      // A number of a message has one meaning. What is to be converted is no amount of this payout.
      return isEquivalent ? `EqvtAmt ${amount} ${traits.currencyCode}` : { number: amount };
    });
    return { record: { cells, line, source, faults }, rule, traits };
  }
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
