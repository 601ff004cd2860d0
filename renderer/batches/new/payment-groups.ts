import type { MethodRule, UncoveredPayments } from '../../../contract/batches/source.ts';
import { traitsText } from '../../../contract/text/files/payment-file.ts';

/** Payments of a payment file that are sent by one method, and the method as it is typed. Banks have rules in a mapping file only. */
export type PaymentGroup = {
  readonly label: string;
  readonly when: MethodRule['when'];
  readonly transactions: number;
  readonly methodCode: string;
  readonly operatorCode: string;
};

/** What no rule covers yet, whatever the bank of the payee. */
export function paymentGroups(uncovered: readonly UncoveredPayments[]): PaymentGroup[] {
  const groups = new Map<string, PaymentGroup>();
  for (const { currencyCode, account, serviceLevel, transactions } of uncovered) {
    const label = traitsText({ currencyCode, account, serviceLevel, agent: '' }, { hasAgent: false });
    const when = {
      ...(currencyCode === '' ? {} : { currencyCode }),
      account,
      ...(serviceLevel === '' ? {} : { serviceLevel }),
    };
    const known = groups.get(label)?.transactions ?? 0;
    const group = { label, when, transactions: known + transactions, methodCode: '', operatorCode: '' };
    groups.set(label, group);
  }
  return [...groups.values()];
}

/** The rules of the answer; those of more conditions first, since the first that matches wins. */
export function methodRulesOf(groups: readonly PaymentGroup[]): MethodRule[] {
  return groups
    .filter(({ methodCode }) => methodCode.trim() !== '')
    .toSorted((left, right) => Object.keys(right.when).length - Object.keys(left.when).length)
    .map(({ when, methodCode, operatorCode }) => ({
      when,
      paymentMethodCode: methodCode.trim(),
      paymentOperatorCode: operatorCode.trim(),
    }));
}
