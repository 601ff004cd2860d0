import { fail, succeed, type Result } from '../../../contract/result.ts';
import { compose, systemUser } from '../../compose.ts';
import { createHost } from '../window/host.ts';
import { openPageFiles } from '../window/page-files.ts';
import { pageDirectory } from '../window/places.ts';
import type { HostEnvironment } from '../window/host-environment.ts';
import { confirmWith, type AskPerson } from './ask-person.ts';
import { serveLoopback, type LoopbackServer } from './server.ts';

type LoopbackOptions = {
  readonly directory: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Asks the person about operations that affect the whole computer; null: nobody can be asked, so they are refused. */
  readonly ask: AskPerson | null;
};

/**
 * Opens the data folder and serves the page to one browser on this computer, for sandbox profiles only. Fails as `compose` does,
 * with `storageFailed` if the page is not built, and with `inputInvalid` if the port is in use. `close` stops cleanly.
 */
export async function startLoopback({
  directory,
  port,
  ask,
}: LoopbackOptions): Promise<Result<LoopbackServer>> {
  const page = openPageFiles(pageDirectory);
  if (!page.ok) return page;
  const host = createHost({
    systemUser: systemUser(),
    directory,
    compose: () => compose({ directory, keyFile: null, servesLive: false, readsBalancesHourly: true }),
    hostEnvironment: { ...hostEnvironment, confirmChange: confirmWith(ask) },
  });
  const opened = await host.opened();
  if (!opened.ok) return opened;
  const server = await serveLoopback(host, page.value, port);
  if (!server.ok) {
    await host.close();
    return server;
  }
  return succeed({
    ...server.value,
    close: async () => {
      await host.close();
      await server.value.close();
    },
  });
}

const hostEnvironment: Omit<HostEnvironment, 'confirmChange'> = {
  face: 'loopback',
  hasDialogs: false,
  servesLive: false,
  runtime: `Node ${process.versions.node}`,
  // Only test data moves here, so the release sheet itself is the confirmation.
  confirmRelease: ({ environment }) => Promise.resolve(environment === 'sandbox'),
  takeOpenedFile: () => null,
  chooseFile: () => noDialogs('Enter the path of the file instead.'),
  choosePlace: () => noDialogs('Enter the path, or download the file instead.'),
  printPdf: () => noDialogs('Print the page with the browser instead.'),
  openDataFolder: () => noDialogs('Open the folder in your file manager instead.'),
  openExternal: () => Promise.resolve(succeed(false)),
  openDraft: () => Promise.resolve(succeed(false)),
};

function noDialogs<Value>(instead: string): Promise<Result<Value>> {
  return Promise.resolve(fail('inputInvalid', `A page in a browser has no system dialogs. ${instead}`));
}
