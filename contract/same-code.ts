/**
 * The spelling by which codes are compared, of a currency, a method, an operator, a status or a merchant: a limit for `usdc.e` also applies
 * to `USDC.E`, since only the gateway knows whether these are one. Lower case, because upper case makes other letters of some: `SS` of
 * `ß`, and `I` of `ı`. Blanks around it, which older versions stored with a merchant code, make no difference.
 */
export function codeKeyOf(code: string): string {
  return code.trim().toLowerCase();
}

/** Whether two codes are the same but for case. */
export function isSameCode(left: string, right: string): boolean {
  return codeKeyOf(left) === codeKeyOf(right);
}

/** A code as the list has it: the same one, else the only one that differs just in case; null if there is none, or several. */
export function listedCode(codes: readonly string[], code: string): string | null {
  if (codes.includes(code)) return code;
  const [only, ...others] = codes.filter((listed) => isSameCode(listed, code));
  return others.length === 0 ? (only ?? null) : null;
}

/** For a sort of codes, times or names by their characters, which gives the same order on every computer. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
