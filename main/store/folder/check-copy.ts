import { createRequire } from 'node:module';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { isDamage } from '../store-error.ts';

/**
 * Reads a complete database, which takes seconds for a big one, so a separate thread does it. The program is a string
 * because a bundler would not find a second file.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.driver);
let answer;
try {
  const database = new Sqlite(workerData.path, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    const simple = { simple: true };
    answer = {
      version: database.pragma('user_version', simple),
      applicationId: database.pragma('application_id', simple),
      integrity: database.pragma('integrity_check(1)', simple),
    };
  } finally {
    database.close();
  }
} catch (error) {
  if (typeof error.code !== 'string') throw error;
  answer = { failure: error.code };
}
parentPort.postMessage(answer);
`;

const Answer = z.union([
  z.object({ version: z.number().int(), applicationId: z.number().int(), integrity: z.string() }),
  z.object({ failure: z.string() }),
]);

/** The result of a full check of a copy: its version and application ID, or the SQLite code or a description of the problem. */
type CopyCheck =
  | { readonly isSound: true; readonly version: number; readonly applicationId: number }
  | { readonly isSound: false; readonly cause: string };

/**
 * Checks a copy of a database that nothing else has open, and turns it into a single file. Throws once the signal aborts, and SQLite's
 * error if it could not be checked, for example because the disk is full.
 */
export async function checkCopy(path: string, signal?: AbortSignal): Promise<CopyCheck> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(program, { eval: true, workerData: { driver, path } });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener('abort', stop);
  const message = await new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the check of a copy ended without an answer')));
  }).finally(() => signal?.removeEventListener('abort', stop));
  const answer = Answer.parse(message);
  if ('failure' in answer) {
    if (isDamage(answer.failure)) return { isSound: false, cause: answer.failure };
    throw new Sqlite.SqliteError('the copy could not be checked', answer.failure);
  }
  const { version, applicationId, integrity } = answer;
  return integrity === 'ok'
    ? { isSound: true, version, applicationId }
    : { isSound: false, cause: integrity };
}
