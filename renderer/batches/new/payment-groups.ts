import type { MethodRule, UncoveredPayments } from '../../../contract/batches/source.ts';
import { traitsText } from '../../../contract/text/files/payment-file.ts';

/** Payments of a payment file that share one method, and the method as typed. Only a mapping file has rules for banks. */
export type PaymentGroup = {
  readonly label: string;
  readonly when: MethodRule['when'];
  readonly transactions: number;
  readonly methodCode: string;
  readonly operatorCode: string;
};

/** The payments that no rule covers yet, regardless of the payee's bank. */
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

/** The rules of the answer; those with more conditions first, since the first match wins. */
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
