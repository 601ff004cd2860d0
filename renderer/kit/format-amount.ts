/** Puts commas between the thousands of a plain decimal text. The digits stay as they are; nothing is rounded. */
export function formatAmount(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money as a text: `1,234.50 EUR`; without a currency code the amount alone. */
export function AmountText(amount: string, currencyCode?: string): string {
  return currencyCode === undefined ? formatAmount(amount) : `${formatAmount(amount)} ${currencyCode}`;
}

/** A count with its thousands apart: `1,204`. */
export function CountText(count: number): string {
  return formatAmount(String(count));
}
