/** Switches through which another program could look into, or steer, this one. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'debug',
  'debug-brk',
] as const;

export type StartWords = {
  readonly words: readonly string[];
  /** Whether Chromium has a switch of this name. */
  hasSwitch(name: string): boolean;
  readonly isPackaged: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/**
 * The switch for which the app ends itself at once; null when there is none. Only a tree that is not packaged, and so
 * could be changed by anyone who can start it, may be debugged, where BURSAR_ALLOW_DEBUGGING=1 says so: the tests with the real Electron need it.
 */
export function forbiddenSwitch({ words, hasSwitch, isPackaged, environment }: StartWords): string | null {
  if (!isPackaged && environment['BURSAR_ALLOW_DEBUGGING'] === '1') return null;
  const named = new Set(words.map((word) => /^--?([a-z-]+)(=|$)/i.exec(word)?.[1]?.toLowerCase()));
  return debuggingSwitches.find((name) => named.has(name) || hasSwitch(name)) ?? null;
}
