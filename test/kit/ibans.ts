/** A valid German IBAN, a different one for each number up to ten digits. */
export function iban(number: number): string {
  const account = `37040044${String(number).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
