import type { BackgroundFailure, BackgroundTask } from '../treasury.ts';
import { failureText } from './failure.ts';
import { counted } from './numbers.ts';

const taskText: Record<BackgroundTask, string> = {
  runner: 'Looking for payouts to send',
  sending: 'Sending',
  historyIndex: 'Indexing the history',
  callbackListener: 'Listening for callbacks',
  callbackReports: 'Recording callbacks',
  callbackQuestions: 'Asking about payments that callbacks named',
  balances: 'Reading the balances',
  checkpoints: 'Writing a checkpoint of the audit log',
  checkpointSignature: 'Signing a checkpoint of the audit log',
  embeddedSandbox: 'Starting the embedded sandbox',
  schedule: 'Releasing what is scheduled',
  approvalFolder: 'Looking into the shared folder of signed files',
  updates: 'Looking for a new version of Bursar',
};

/** What fails in the background, how often, since when and why. */
export function backgroundFailureText({ task, error, cause, count, since }: BackgroundFailure): string {
  const details = cause === null ? {} : { cause };
  const when = `${since.slice(0, 16).replace('T', ' ')} UTC`;
  const known = cause === null ? '' : ` (${cause})`;
  return `${taskText[task]} failed ${counted(count, 'time')} since ${when}: ${failureText({ code: error, details })}${known} Bursar tries again.`;
}
