import { initial } from './older/0001-initial.ts';
import { history } from './older/0002-history.ts';
import { sheets } from './older/0003-sheets.ts';
import { treasury } from './older/0004-treasury.ts';
import { running } from './older/0005-running.ts';
import { incoming } from './older/0006-incoming.ts';
import { paymentPage } from './older/0007-payment-page.ts';
import { reference } from './older/0008-reference.ts';
import { callbacks } from './older/0009-callbacks.ts';
import { provisional } from './older/0010-provisional.ts';
import { batchNumbers } from './older/0011-batch-numbers.ts';
import { olderRecords } from './older/0012-older-records.ts';
import { paymentKeys } from './older/0013-payment-keys.ts';
import { signedLog } from './older/0014-signed-log.ts';
import { causes } from './older/0015-causes.ts';
import { payees } from './older/0016-payees.ts';
import { flows } from './older/0017-flows.ts';
import { setAside } from './older/0018-set-aside.ts';
import { lists } from './older/0019-lists.ts';
import { approvals } from './older/0020-approvals.ts';
import { lostRetries } from './0021-lost-retries.ts';
import { paymentFiles } from './0022-payment-files.ts';
import { books } from './0023-books.ts';
import { search } from './0024-search.ts';
import { activity } from './0025-activity.ts';
import { schedules } from './0026-schedules.ts';
import { signedRequests } from './0027-signed-requests.ts';
import { repeats } from './0028-repeats.ts';
import { sentSince } from './0029-sent-since.ts';
import { bookExports } from './0030-book-exports.ts';
import { eventsOfBatches } from './0031-events-of-batches.ts';
import { lostBooks } from './0032-lost-books.ts';
import { movedSince } from './0033-moved-since.ts';
import { heldBack } from './0034-held-back.ts';
import { accounts } from './0035-accounts.ts';
import { paidOn } from './0036-paid-on.ts';
import { wrongKeys } from './0037-wrong-keys.ts';
import { bookedFees } from './0038-booked-fees.ts';
import { mendedConflicts } from './0039-mended-conflicts.ts';

/** The SQL of each migration in order; the first brings a database from version 0 to version 1, and so on. */
export const migrations: readonly string[] = [
  initial,
  history,
  sheets,
  treasury,
  running,
  incoming,
  paymentPage,
  reference,
  callbacks,
  provisional,
  batchNumbers,
  olderRecords,
  paymentKeys,
  signedLog,
  causes,
  payees,
  flows,
  setAside,
  lists,
  approvals,
  lostRetries,
  paymentFiles,
  books,
  search,
  activity,
  schedules,
  signedRequests,
  repeats,
  sentSince,
  bookExports,
  eventsOfBatches,
  lostBooks,
  movedSince,
  heldBack,
  accounts,
  paidOn,
  wrongKeys,
  bookedFees,
  mendedConflicts,
];

/** The version that this program writes (PRAGMA user_version). */
export const latestVersion = migrations.length;
