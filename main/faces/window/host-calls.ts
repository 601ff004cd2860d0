import { z } from 'zod';
import {
  hostOperations,
  type HostOperationName,
  type HostOperations,
} from '../../../contract/window/host.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { largestSignedFileBytes } from '../../../contract/approvals/approval-operations.ts';
import { readAtMost, restoreBackup, writeWhole } from '../../compose.ts';
import { placeOf, type ChosenPaths } from './chosen-paths.ts';
import type { Holder } from './holder.ts';
import { isHttps, readDraft } from './outside-address.ts';
import type { HostEnvironment } from './host-environment.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { restoredNotes } from '../../../contract/text/maintenance/restored-text.ts';
import { placeFaultText } from '../../../contract/text/files/place-fault.ts';

type Hosting = {
  readonly directory: string;
  readonly holder: Holder;
  readonly chosen: ChosenPaths;
  readonly hostEnvironment: HostEnvironment;
};

type HostInput<Name extends HostOperationName> = z.output<HostOperations[Name]['input']>;
type HostOutput<Name extends HostOperationName> = z.output<HostOperations[Name]['output']>;
type HostHandlers = {
  readonly [Name in HostOperationName]: (
    hosting: Hosting,
    input: HostInput<Name>,
    signal: AbortSignal,
  ) => Promise<Result<HostOutput<Name>>> | Result<HostOutput<Name>>;
};

/** Answers an operation of the host environment; `inputInvalid` if the input does not match the contract. */
export async function answerHostCall<Name extends HostOperationName>(
  hosting: Hosting,
  name: Name,
  input: unknown,
  signal: AbortSignal,
): Promise<Result<HostOutput<Name>>> {
  const parsed = hostOperations[name].input.safeParse(input);
  if (!parsed.success) return fail('inputInvalid', z.prettifyError(parsed.error).slice(0, 1000));
  // The schema of this operation parsed the input; TypeScript cannot follow one name through both maps.
  const handler: HostHandlers[Name] = handlers[name];
  return handler(hosting, parsed.data as HostInput<Name>, signal);
}

const handlers: HostHandlers = {
  'host.info': ({ directory, hostEnvironment }) =>
    succeed({
      face: hostEnvironment.face,
      hasDialogs: hostEnvironment.hasDialogs,
      servesLive: hostEnvironment.servesLive,
      version: manifest.version,
      platform: process.platform,
      runtime: hostEnvironment.runtime,
      dataDirectory: directory,
    }),

  'host.cancel': ({ holder }, { callId }) => {
    holder.calls.cancel(callId);
    return succeed({});
  },

  'host.chooseFile': async ({ hostEnvironment, chosen }, { purpose }) => {
    const path = await hostEnvironment.chooseFile(purpose);
    if (path.ok && path.value !== null && purpose !== 'payouts') chosen.add(purpose, path.value);
    return withPath(path);
  },

  'host.takeOpenedFile': async ({ hostEnvironment }) => {
    const path = hostEnvironment.takeOpenedFile();
    return path === null ? succeed(null) : openSignedFile(path);
  },

  'host.choosePlace': async ({ hostEnvironment, chosen }, { suggestedName, purpose }) => {
    const path = await hostEnvironment.choosePlace(suggestedName, purpose);
    if (path.ok && path.value !== null) chosen.add(placeOf[purpose], path.value);
    return withPath(path);
  },

  'host.saveFile': async ({ hostEnvironment }, { suggestedName, bytes }) => {
    const path = await hostEnvironment.choosePlace(suggestedName, null);
    return path.ok && path.value !== null ? save(path.value, bytes) : withPath(path);
  },

  'host.savePdf': async ({ hostEnvironment }, { suggestedName }) => {
    const path = await hostEnvironment.choosePlace(suggestedName, null);
    if (!path.ok || path.value === null) return withPath(path);
    const bytes = await hostEnvironment.printPdf();
    return bytes.ok ? save(path.value, bytes.value) : bytes;
  },

  'host.openDataFolder': async ({ hostEnvironment, directory }) => {
    const opened = await hostEnvironment.openDataFolder(directory);
    return opened.ok ? succeed({}) : opened;
  },

  'host.openExternal': async ({ hostEnvironment }, { url }) => {
    const draft = readDraft(url);
    if (draft === null && !isHttps(url))
      return fail(
        'inputInvalid',
        'Only addresses that begin with https:// are opened in the browser, and plain e-mail drafts in the mail program.',
      );
    const opened =
      draft === null
        ? await hostEnvironment.openExternal(new URL(url).href)
        : await hostEnvironment.openDraft(draft);
    return opened.ok ? succeed({ isOpened: opened.value }) : opened;
  },

  'host.restoreBackup': async ({ hostEnvironment, holder, directory }, { path, windowId }, signal) => {
    const confirmed = await hostEnvironment.confirmChange([{ kind: 'restore', path }], signal);
    if (!confirmed.ok) return confirmed;
    const restored = await holder.withoutFolder(() =>
      restoreBackup({ directory, backupPath: path, at: Date.now() }),
    );
    if (!restored.ok) return restored;
    holder.emit({ kind: 'restored', id: windowId });
    return succeed({ notes: restoredNotes(restored.value) });
  },
};

async function openSignedFile(path: string): Promise<Result<{ bytes: Uint8Array }>> {
  try {
    const read = await readAtMost(path, largestSignedFileBytes, { isPlain: false });
    if (read.kind === 'read') return succeed({ bytes: read.bytes });
    return fail('fileUnreadable', `${path} is larger than 64 MiB, which no signed file of Bursar is.`);
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : 'unknown';
    return fail('fileUnreadable', `${path} cannot be read. Check that it is still there.`, { cause });
  }
}

function withPath(path: Result<string | null>): Result<{ path: string } | null> {
  return path.ok ? succeed(path.value === null ? null : { path: path.value }) : path;
}

async function save(path: string, bytes: Uint8Array): Promise<Result<{ path: string }>> {
  try {
    await writeWhole(path, bytes, { replaces: true });
    return succeed({ path });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
    return fail(
      'storageFailed',
      `${placeFaultText(path, 'written', code)} Make room on the disk, or choose another place.`,
      { cause: code ?? 'unknown' },
    );
  }
}
