/** An amount with thousands separated, digits unchanged: `1234.50` is `1,234.50`. */
export function grouped(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
