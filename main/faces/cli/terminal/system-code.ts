/** The system's name of an error, such as `ENOENT`; null if it has none. */
export function systemCode(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : null;
}
