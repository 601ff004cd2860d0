/** Switches through which another program could inspect or control this one. */
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

/** Switches that remove the sandbox, or the separation of origins, from the page. */
const weakeningSwitches = [
  'no-sandbox',
  'disable-namespace-sandbox',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
  'single-process',
  'disable-web-security',
] as const;

type StartArguments = {
  readonly args: readonly string[];
  /** Whether Chromium has a switch of this name. */
  hasSwitch(name: string): boolean;
  readonly isPackaged: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/**
 * The switch because of which the app quits at once; null if there is none. Electron's own variable for “no sandbox” counts as the
 * switch. Only an unpackaged tree, which anyone who can start it could change, may be debugged or run without a sandbox, if
 * BURSAR_ALLOW_DEBUGGING=1 is set: the tests with the real Electron need it.
 */
export function forbiddenSwitch({ args, hasSwitch, isPackaged, environment }: StartArguments): string | null {
  if (!isPackaged && environment['BURSAR_ALLOW_DEBUGGING'] === '1') return null;
  const named = new Set(args.map((word) => /^--?([a-z-]+)(=|$)/i.exec(word)?.[1]?.toLowerCase()));
  if ((environment['ELECTRON_DISABLE_SANDBOX'] ?? '') !== '') return 'no-sandbox';
  const forbidden = [...weakeningSwitches, ...debuggingSwitches];
  return forbidden.find((name) => named.has(name) || hasSwitch(name)) ?? null;
}
