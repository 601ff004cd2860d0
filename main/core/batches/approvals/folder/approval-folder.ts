import type { WaitingFile } from '../../../../../contract/approvals/approval-folder.ts';
import type { DecisionDocument } from '../../../../../contract/approvals/signed-documents.ts';
import type { AppEvent } from '../../../../../contract/events.ts';
import { fail, succeed, type Result } from '../../../../../contract/result.ts';
import { noAnswerText, stillReadingText } from '../../../../../contract/text/failure.ts';
import type { CoreContext } from '../../../context/context.ts';
import { isoTime } from '../../../payments/convert.ts';
import { createBackgroundLoop, type BackgroundLoop } from '../../../payments/background-loop.ts';
import { createWakeup } from '../../../payments/wakeup.ts';
import type { ApprovalKeys, FolderFile } from '../../../ports/index.ts';
import { readSetting } from '../../../settings/settings.ts';
import { longestWaitSeconds, withinLimit } from '../../../settings/within-limit.ts';
import { dismiss, dismissedFiles } from './dismissed-files.ts';
import { chooseWaiting, isServed, markOf } from './choose-waiting.ts';
import { foundFile, isReadAlone, unreadFile, unreadableFile, type FoundFile } from './read-waiting.ts';
import { shownHere } from './shown-here.ts';
import { silentSeconds, unlessSilent } from './unless-silent.ts';

const pollMs = 5_000;

/** What was found in the folder the last time. */
type FolderContent = {
  readonly path: string;
  readonly files: readonly FoundFile[];
  readonly hasMore: boolean;
  readonly problem: string | null;
};

const nothingRead = { files: [], hasMore: false, problem: null } as const;

type Waiting = Pick<FolderContent, 'hasMore' | 'problem'> & {
  readonly path: string | null;
  readonly files: WaitingFile[];
};

/** The single watcher of the folder for signed files. It reads and reports, and changes nothing. */
export type ApprovalFolder = Pick<BackgroundLoop, 'begin' | 'end'> & {
  /** Every event of the core, because the setting may have changed. */
  notice(event: AppEvent): void;
  /** The files that wait for a person here, read from the folder now. */
  waiting(): Promise<Waiting>;
  /** Like `waiting`, but as last read, if the folder is watched. */
  known(): Promise<Waiting>;
  /** The decisions in the folder, those that no longer wait included, read now. */
  decisions(): Promise<DecisionDocument[]>;
  /** The bytes of a file that waits. */
  open(name: string): Promise<Result<Uint8Array>>;
  /** Dismisses a file, unless it has changed since it was seen. */
  dismiss(seen: Pick<WaitingFile, 'name' | 'changedAt'>): Promise<Result<null>>;
};

/** Creates the watcher; it is idle until it is started, and while no folder is set. */
export function createApprovalFolder(context: CoreContext, keys: ApprovalKeys): ApprovalFolder {
  const { store, clock, files, emit, background } = context;
  const wakeup = createWakeup(clock);
  let last: FolderContent | null = null;
  /** How often the folder has answered. */
  let answers = 0;
  const heard = (): void => {
    answers += 1;
  };
  let reading: { readonly path: string; readonly look: Promise<FolderContent> } | null = null;
  const folder = (): string | null => readSetting(store, 'approvalFolder');

  /** Reads the folder, one read at a time. */
  function look(path: string): Promise<FolderContent> {
    if (reading?.path === path) return reading.look;
    reading = { path, look: refresh(path) };
    return reading.look;
  }

  async function refresh(path: string): Promise<FolderContent> {
    const before = last?.path === path ? last : null;
    try {
      const now = await readFolder(path, before);
      last = now;
      if (before === null || namesOf(before) !== namesOf(now)) emit({ kind: 'approvals', id: '' });
      return now;
    } finally {
      if (reading?.path === path) reading = null;
    }
  }

  /** The current folder content; files that did not change are not read again. */
  async function readFolder(path: string, before: FolderContent | null): Promise<FolderContent> {
    const listed = await files.signedFolder.list(path, heard);
    if (!listed.ok) {
      background?.failed('approvalFolder', listed.error);
      return { path, files: before?.files ?? [], hasMore: false, problem: listed.error.message };
    }
    const found: FoundFile[] = [];
    for (const file of listed.value.files) {
      const same = before?.files.find((each) => isSameFile(each, file));
      found.push(same ?? (isReadAlone(file) ? await readFound(path, file) : unreadFile(file)));
      if (same === undefined) await clock.turn();
    }
    background?.worked('approvalFolder');
    return { path, files: found, hasMore: listed.value.hasMore, problem: null };
  }

  async function readFound(path: string, file: FolderFile): Promise<FoundFile> {
    const bytes = await files.signedFolder.read(path, file.name);
    heard();
    return bytes.ok ? foundFile(file, bytes.value) : unreadableFile(file, bytes.error.message);
  }

  function noteSilent(path: string, seconds: number): void {
    const message = noAnswerText(path, seconds);
    background?.failed('approvalFolder', { code: 'fileUnreadable', message, details: { cause: message } });
  }

  /** A background read: nobody waits for it, and one that does not end is reported. */
  async function refreshInBackground(path: string, signal: AbortSignal): Promise<void> {
    const late = (): void => noteSilent(path, silentSeconds);
    try {
      await withinLimit<unknown>(clock, look(path), late, { seconds: silentSeconds, signal });
    } catch (thrown) {
      background?.failed('approvalFolder', thrown);
    }
  }

  async function watch(signal: AbortSignal): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
    while (!signal.aborted) {
      const path = folder();
      // A share that never answers must not keep the program from ending.
      if (path === null) background?.worked('approvalFolder');
      else await Promise.race([refreshInBackground(path, signal), stopped]);
      if (!signal.aborted) await wakeup.wait(path === null ? null : clock.now() + pollMs, signal);
    }
  }

  async function waitingIn({ path, files: found, hasMore, problem }: FolderContent): Promise<Waiting> {
    const here = await shownHere(context, keys, found.length > 0);
    const dismissed = dismissedFiles(store);
    const chosen = chooseWaiting(found, { ...here.known, dismissed });
    return { path, files: chosen.map(here.shown), hasMore, problem };
  }

  async function waiting(): Promise<Waiting> {
    const path = folder();
    if (path === null) return { path, ...nothingRead, files: [] };
    const read = look(path);
    for (;;) {
      const before = answers;
      const found = await withinLimit<FolderContent | null>(clock, read, () => null);
      const known = found ?? (last?.path === path ? last : null);
      if (found === null && answers === before) {
        // Where the folder is watched, the watcher says so, after a longer time.
        if (!isBegun()) noteSilent(path, longestWaitSeconds);
        return waitingIn({
          path,
          ...(known ?? nothingRead),
          problem: noAnswerText(path, longestWaitSeconds),
        });
      }
      if (known !== null) return waitingIn(known);
      // A slow share with many files is not silent. A window shows them once they are read; the command line has no other time.
      if (isBegun()) return waitingIn({ path, ...nothingRead, problem: stillReadingText(path) });
    }
  }

  async function find(name: string): Promise<FoundFile | null> {
    const { path, files: shown } = await waiting();
    if (last === null || last.path !== path || !shown.some((file) => file.name === name)) return null;
    return last.files.find((file) => file.name === name) ?? null;
  }

  const { begin, end, isBegun } = createBackgroundLoop(context, 'approvalFolder', watch);
  return {
    begin,
    end,
    notice({ kind }) {
      if (kind === 'settings') wakeup.wake();
    },
    waiting,
    async known() {
      const path = folder();
      return isBegun() && last !== null && last.path === path ? waitingIn(last) : waiting();
    },
    async decisions() {
      const { path } = await waiting();
      return last === null || last.path !== path
        ? []
        : last.files.flatMap(({ document }) => document?.decision ?? []);
    },
    async open(name) {
      const file = await find(name);
      if (file === null || last === null) return noFile(name);
      const { path } = last;
      const bytes = await unlessSilent(clock, path, files.signedFolder.read(path, name));
      if (!bytes.ok || file.kind !== 'unread') return bytes;
      // Read for a person, whatever its size: from now on its content is known.
      const read = foundFile(file, bytes.value);
      last = { ...last, files: last.files.map((each) => (each === file ? read : each)) };
      return isServed(read, context) ? bytes : liveFile(name);
    },
    async dismiss({ name, changedAt }) {
      const file = await find(name);
      if (file === null || last === null) return noFile(name);
      if (isoTime(file.changedAt) !== changedAt)
        return fail('notFound', `The file ${name} has changed since it was listed. Nothing was dismissed.`);
      dismiss(store, markOf(file), new Set(last.files.map(markOf)));
      emit({ kind: 'approvals', id: '' });
      return succeed(null);
    },
  };
}

function isSameFile(found: FolderFile, file: FolderFile): boolean {
  return found.name === file.name && found.bytes === file.bytes && found.changedAt === file.changedAt;
}

function namesOf({ files, problem }: FolderContent): string {
  return JSON.stringify([problem, ...files.map(markOf)]);
}

function noFile(name: string): Result<never> {
  return fail('notFound', `The file ${name} no longer waits in the shared folder.`);
}

function liveFile(name: string): Result<never> {
  return fail(
    'liveNotServed',
    `The file ${name} is about a live merchant, and live profiles are not served here. Use the desktop app or the command line.`,
  );
}
