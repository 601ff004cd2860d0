import { initial } from './from-0001/0001-initial.ts';
import { history } from './from-0001/0002-history.ts';
import { sheets } from './from-0001/0003-sheets.ts';
import { treasury } from './from-0001/0004-treasury.ts';
import { running } from './from-0001/0005-running.ts';
import { incoming } from './from-0001/0006-incoming.ts';
import { paymentPage } from './from-0001/0007-payment-page.ts';
import { reference } from './from-0001/0008-reference.ts';
import { callbacks } from './from-0001/0009-callbacks.ts';
import { provisional } from './from-0001/0010-provisional.ts';
import { batchNumbers } from './from-0001/0011-batch-numbers.ts';
import { olderRecords } from './from-0001/0012-older-records.ts';
import { paymentKeys } from './from-0001/0013-payment-keys.ts';
import { signedLog } from './from-0001/0014-signed-log.ts';
import { causes } from './from-0001/0015-causes.ts';
import { payees } from './from-0001/0016-payees.ts';
import { flows } from './from-0001/0017-flows.ts';
import { setAside } from './from-0001/0018-set-aside.ts';
import { lists } from './from-0001/0019-lists.ts';
import { approvals } from './from-0001/0020-approvals.ts';
import { lostRetries } from './from-0021/0021-lost-retries.ts';
import { paymentFiles } from './from-0021/0022-payment-files.ts';
import { books } from './from-0021/0023-books.ts';
import { search } from './from-0021/0024-search.ts';
import { activity } from './from-0021/0025-activity.ts';
import { schedules } from './from-0021/0026-schedules.ts';
import { signedRequests } from './from-0021/0027-signed-requests.ts';
import { repeats } from './from-0021/0028-repeats.ts';
import { sentSince } from './from-0021/0029-sent-since.ts';
import { bookExports } from './from-0021/0030-book-exports.ts';
import { eventsOfBatches } from './from-0021/0031-events-of-batches.ts';
import { lostBooks } from './from-0021/0032-lost-books.ts';
import { movedSince } from './from-0021/0033-moved-since.ts';
import { heldBack } from './from-0021/0034-held-back.ts';
import { accounts } from './from-0021/0035-accounts.ts';
import { paidOn } from './from-0021/0036-paid-on.ts';
import { wrongKeys } from './from-0021/0037-wrong-keys.ts';
import { bookedFees } from './from-0021/0038-booked-fees.ts';
import { mendedConflicts } from './from-0021/0039-mended-conflicts.ts';
import { bookedReports } from './from-0021/0040-booked-reports.ts';
import { unanswered } from './from-0041/0041-unanswered.ts';
import { foundAfterAll } from './from-0041/0042-found-after-all.ts';
import { rechecksByProfile } from './from-0041/0043-rechecks-by-profile.ts';
import { revivals } from './from-0041/0044-revivals.ts';
import { forgottenAt } from './from-0041/0045-forgotten-at.ts';
import { ibanColumn } from './from-0041/0046-iban-column.ts';
import { lostSchedules } from './from-0041/0047-lost-schedules.ts';
import { undoneRepairs } from './from-0041/0048-undone-repairs.ts';
import { stoppedAt } from './from-0041/0049-stopped-at.ts';
import { zerosOfAccounts } from './from-0041/0050-zeros-of-accounts.ts';
import { domesticNumbers } from './from-0041/0051-domestic-numbers.ts';
import { conflictsAskedAgain } from './from-0041/0052-conflicts-asked-again.ts';
import { notAcceptedAskedAgain } from './from-0041/0053-not-accepted-asked-again.ts';

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
  bookedReports,
  unanswered,
  foundAfterAll,
  rechecksByProfile,
  revivals,
  forgottenAt,
  ibanColumn,
  lostSchedules,
  undoneRepairs,
  stoppedAt,
  zerosOfAccounts,
  domesticNumbers,
  conflictsAskedAgain,
  notAcceptedAskedAgain,
];

/** The version that this program writes (PRAGMA user_version). */
export const latestVersion = migrations.length;
