import { BrowserWindow, dialog, shell, type MessageBoxOptions } from 'electron';
import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import { changeQuestion, type Change } from '../../../contract/window/change.ts';
import type { FilePurpose, PlacePurpose } from '../../../contract/window/host.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { draftAddress, type Draft } from '../window/outside-address.ts';
import { isPayeeList, showPayees } from './payee-list.ts';
import { closingQuestion } from './unsent/closing-text.ts';
import type { Unsent } from './unsent/read-unsent.ts';
import { releaseQuestion } from './release-text.ts';
import { suggestedFileName } from '../../../contract/text/files/suggested-name.ts';

const purposes: Readonly<
  Record<FilePurpose, { readonly title: string; readonly filters: { name: string; extensions: string[] }[] }>
> = {
  payouts: {
    title: 'Choose a file of payouts',
    filters: [{ name: 'Payouts', extensions: ['csv', 'xlsx', 'txt', 'tsv'] }],
  },
  key: {
    title: 'Choose the private key',
    filters: [{ name: 'Private keys', extensions: ['pem', 'key', 'der', 'p8'] }],
  },
  folder: { title: 'Choose a folder', filters: [] },
  backup: {
    title: 'Choose a backup',
    filters: [{ name: 'Backups', extensions: ['db', 'sqlite', 'backup'] }],
  },
};
/** A page may suggest any name: the title says what is written. */
const places: Readonly<Record<PlacePurpose, string>> = {
  backup: 'Back up all data of Bursar to this file',
  witness: 'Add checkpoints of the audit log to this file',
};
const allFiles = { name: 'All files', extensions: ['*'] };

/** The window that a dialog belongs to; without one it is independent. */
function owner(): BrowserWindow | null {
  return (
    BrowserWindow.getAllWindows().find((window) => !window.isDestroyed() && !isPayeeList(window)) ?? null
  );
}

/** Asks, and returns the index of the button; Escape and Enter choose the first. */
async function ask(options: MessageBoxOptions): Promise<number> {
  const window = owner();
  const careful = { cancelId: 0, defaultId: 0, noLink: true, ...options };
  const { response } =
    window === null ? await dialog.showMessageBox(careful) : await dialog.showMessageBox(window, careful);
  return response;
}

let isPageAsking = false;

/** One question of the page at a time, of whatever kind: another is answered no, because it would cover the one that the person reads. */
async function askAlone<Answer>(no: Answer, question: () => Promise<Answer>): Promise<Answer> {
  if (isPageAsking) return no;
  isPageAsking = true;
  try {
    return await question();
  } finally {
    isPageAsking = false;
  }
}

/**
 * The confirmation of a release, outside the page (invariant I5), repeated after each look at the whole list of payees. Only the
 * button that sends confirms.
 */
export function confirmRelease(
  summary: ReleaseSummary,
  payees: () => readonly ReleasedPayee[],
  signal: AbortSignal,
): Promise<boolean> {
  return askAlone(false, async () => {
    const { title, message, detail, sendLabel } = releaseQuestion(summary);
    const type = summary.environment === 'live' ? 'warning' : 'question';
    const buttons = ['Cancel', sendLabel, 'Show All Payees'];
    while (!signal.aborted) {
      const answer = await ask({ type, title, message, detail, buttons, signal });
      if (signal.aborted || answer !== 2) return answer === 1 && !signal.aborted;
      showPayees(summary, payees());
    }
    return false;
  });
}

/** The confirmation of changes requested by a page (invariant I5). */
export function confirmChange(changes: readonly Change[], signal: AbortSignal): Promise<Result<null>> {
  const declined = fail('changeDeclined', 'You cancelled this. Nothing was changed.');
  return askAlone<Result<null>>(declined, async () => {
    if (signal.aborted) return declined;
    const { title, message, detail, action } = changeQuestion(changes);
    const buttons = ['Cancel', action];
    const answer = await ask({ type: 'warning', title, message, detail, buttons, signal });
    return answer === 1 && !signal.aborted ? succeed(null) : declined;
  });
}

/** Opens an https address in the browser after the person confirmed; false if not. */
export function openOutside(url: string): Promise<boolean> {
  const message = `Open ${new URL(url).host} in your browser?`;
  return confirmAndOpen(url, { title: 'Open in the browser', message, detail: url });
}

/** Opens an e-mail draft in the mail program after the person saw all of it and confirmed; false if not. */
export function openDraft(draft: Draft): Promise<boolean> {
  const { recipient, subject, body } = draft;
  return confirmAndOpen(draftAddress(draft), {
    title: 'Open in the mail program',
    message: 'Open this e-mail draft in your mail program? Nothing is sent by that.',
    detail: `To: ${recipient === '' ? 'nobody yet' : recipient}\nSubject: ${subject}\n\n${body}`,
  });
}

function confirmAndOpen(
  url: string,
  args: { readonly title: string; readonly message: string; readonly detail: string },
): Promise<boolean> {
  return askAlone(false, async () => {
    const answer = await ask({ type: 'question', ...args, buttons: ['Cancel', 'Open'] });
    if (answer === 1) await shell.openExternal(url);
    return answer === 1;
  });
}

/** The path of an existing file; null if the person chose none. */
export function chooseFile(purpose: FilePurpose): Promise<string | null> {
  return askAlone(null, () => openDialog(purpose));
}

async function openDialog(purpose: FilePurpose): Promise<string | null> {
  const { title, filters } = purposes[purpose];
  const window = owner();
  const options =
    purpose === 'folder'
      ? { title, properties: ['openDirectory' as const] }
      : { title, filters: [...filters, allFiles], properties: ['openFile' as const] };
  const { canceled, filePaths } =
    window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}

/** Where to save; null if the person chose nothing. The dialog itself asks before replacing a file. */
export function choosePlace(suggestedName: string, purpose: PlacePurpose | null): Promise<string | null> {
  return askAlone(null, () => saveDialog(suggestedName, purpose));
}

async function saveDialog(suggestedName: string, purpose: PlacePurpose | null): Promise<string | null> {
  const window = owner();
  const title = purpose === null ? null : places[purpose];
  const options = {
    defaultPath: suggestedFileName(suggestedName),
    // macOS shows the message only, the others the title only.
    ...(title === null ? {} : { title, message: title }),
  };
  const { canceled, filePath } =
    window === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options);
  return canceled || filePath === '' ? null : filePath;
}

type ClosingAnswer = 'keepRunning' | 'stop' | 'stay';

/** Asks what to do with releases in progress, or scheduled, when the window is closed. */
export async function askHowToClose(unsent: Unsent): Promise<ClosingAnswer> {
  const answer = await ask({ type: 'question', ...closingQuestion(unsent), defaultId: 1 });
  return answer === 1 ? 'keepRunning' : answer === 2 ? 'stop' : 'stay';
}

const discardQuestion = {
  type: 'question' as const,
  title: 'Bursar',
  message: 'Discard what you entered or chose?',
  detail: 'It is not saved. To keep it, cancel and save it first.',
  buttons: ['Cancel', 'Discard'],
  cancelId: 0,
  defaultId: 0,
  noLink: true,
};

/** Asks before the window is closed with something unsaved in its page; true if it may be lost. */
export async function askToDiscard(): Promise<boolean> {
  return (await ask(discardQuestion)) === 1;
}

/** The same before the page reloads, which waits for nothing. */
export function mayReload(window: BrowserWindow): boolean {
  return dialog.showMessageBoxSync(window, discardQuestion) === 1;
}

/** Shows why something cannot continue; true if the person wants to retry. */
export async function askToTryAgain(message: string): Promise<boolean> {
  const answer = await ask({
    type: 'error',
    title: 'Bursar',
    message: 'Bursar cannot continue.',
    detail: message,
    buttons: ['Quit', 'Try Again'],
    defaultId: 1,
  });
  return answer === 1;
}

/** Asks before a large database is updated for this program, because no window can be shown meanwhile. */
export async function askToUpdate(message: string): Promise<boolean> {
  const answer = await ask({
    type: 'info',
    title: 'Bursar',
    message: 'Update the database now?',
    detail: `${message} The window opens when it is done.`,
    buttons: ['Quit', 'Update'],
    defaultId: 1,
  });
  return answer === 1;
}
