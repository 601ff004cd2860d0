import type { Readable, Writable } from 'node:stream';

/**
 * The environment and standard streams of a command. The program passes those of its process; a
 * caller that runs a command line inside its own process passes others, so nothing below `main` uses the process itself.
 */
export type CommandHost = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
};
