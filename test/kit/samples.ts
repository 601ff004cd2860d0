import { mayFollow } from '../../contract/payments/life.ts';
import type { Environment } from '../../contract/profile.ts';
import { auditProblemText } from '../../contract/text/activity/audit-text.ts';
import type {
  AuditStep,
  ComparedRow,
  DescribePayee,
  Finding,
  HistoryFilter,
  HistoryQuery,
  Intent,
  NewIncomingPayment,
  NewRow,
  StoredPayment,
  Store,
} from '../../main/core/ports/index.ts';
import { paymentKeysOf } from '../../main/core/payments/payee.ts';

export const keyId = 'key-1';

/** A payee's description for the list of payees, as simple as possible. */
export const describePayee: DescribePayee = ({ environment, payee, accountName, accountNumber }) => ({
  payeeId: `${environment} ${payee}`,
  nameKey: accountName.toLowerCase(),
  text: `${accountName} ${accountNumber}`.toLowerCase(),
});

export function addProfile(
  store: Store,
  overrides: { keyId?: string; name?: string; merchantCode?: string; environment?: Environment } = {},
): boolean {
  return store.addProfile({
    keyId,
    name: 'main',
    environment: 'sandbox',
    baseUrl: 'https://gateway.example/api',
    merchantCode: 'M1',
    callbackUrl: 'https://merchant.example/callbacks',
    paymentPageUrl: null,
    authentication: 'signature',
    hasStoredKey: true,
    at: 1000,
    ...overrides,
  });
}

export function newRow(batchId: string, rowNumber: number, overrides: Partial<NewRow> = {}): NewRow {
  const row = {
    kind: 'payout' as const,
    rowNumber,
    idPayment: `${batchId}-${rowNumber}`,
    idPayout: '',
    amount: `${rowNumber}.50`,
    currencyCode: 'EUR',
    paymentMethodCode: 'BANK_TRANSFER',
    accountName: `Payee ${rowNumber}`,
    accountNumber: `DE${rowNumber}`,
    paymentOperatorCode: '',
    emailAddress: 'payee@example.com',
    reference: `Invoice ${rowNumber}`,
    tokenChunk: 0,
    retryOf: null,
    ...overrides,
  };
  return { ...row, keys: overrides.keys ?? paymentKeysOf(row) };
}

/** A payin that Bursar creates. */
export function newIncoming(overrides: Partial<NewIncomingPayment> = {}): NewIncomingPayment {
  return {
    batchId: 'incoming',
    keyId,
    kind: 'payin',
    origin: 'created',
    idPayment: 'order-1',
    amount: '12.50',
    currencyCode: 'EUR',
    paymentMethodCode: 'BANK_TRANSFER',
    paymentOperatorCode: '',
    accountName: 'Customer',
    accountNumber: '',
    emailAddress: '',
    note: '',
    callbackUrl: 'https://merchant.example/callbacks',
    returnUrl: '',
    awaitedUntil: overrides.origin === 'link' || overrides.origin === 'followed' ? 1_000_000 : null,
    rowsHash,
    at: 2000,
    ...overrides,
  };
}

export function beginBatch(store: Store, batchId: string, key: string = keyId): void {
  store.beginBatch({
    batchId,
    keyId: key,
    fileName: `${batchId}.csv`,
    fileHash: `hash of ${batchId}`,
    contentHash: '',
    callbackUrl: 'https://merchant.example/callbacks',
    at: 2000,
  });
}

export const rowsHash = 'rows hash';

/** A draft of these rows, or of this many plain ones. */
export function importBatch(
  store: Store,
  batchId: string,
  rows: number | readonly NewRow[],
  key: string = keyId,
): void {
  beginBatch(store, batchId, key);
  store.addRows(
    batchId,
    typeof rows === 'number' ? Array.from({ length: rows }, (_, index) => newRow(batchId, index + 1)) : rows,
  );
  store.finishBatch(batchId, {
    rowsHash,
    totals: [{ currencyCode: 'EUR', amount: '1.50', count: 1 }],
    at: 2100,
  });
}

/** Releases and queues a batch. */
export function release(store: Store, batchId: string, at = 3000): void {
  const outcome = store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at });
  if (outcome !== 'released') throw new Error(outcome);
  while (store.queueRows(batchId, 100, at) === 100);
}

export function encode(payment: StoredPayment): Uint8Array {
  return Buffer.from(JSON.stringify({ amount: payment.amount, account: payment.accountNumber }));
}

export function claim(store: Store, batchId: string, limit = 100, at = 4000): Intent[] {
  return store.claimQueued([batchId], limit, at, encode);
}

export function accepted(intent: Intent, overrides: Partial<Finding> = {}): Finding {
  return {
    paymentId: intent.payment.paymentId,
    from: 'sending',
    to: 'accepted',
    cause: { code: 'answered', status: 201 },
    detail: '{"ok":true}',
    problem: null,
    dueAt: 6000,
    polls: 0,
    attempt: { number: intent.attemptNumber, status: 201, answer: '{"ok":true}' },
    ...overrides,
  };
}

/** The steps that take a payment in `sending` to this state, as its lifecycle allows. */
export function settledAs(paymentId: number, state: Finding['to']): Finding[] {
  const last = { dueAt: null } as const;
  return mayFollow('sending', state)
    ? [found(paymentId, 'sending', state, last)]
    : [found(paymentId, 'sending', 'accepted'), found(paymentId, 'accepted', state, last)];
}

export function found(
  paymentId: number,
  from: Finding['from'],
  to: Finding['to'],
  overrides: Partial<Finding> = {},
): Finding {
  return {
    paymentId,
    from,
    to,
    cause: { code: 'answered', status: 200 },
    detail: null,
    problem: null,
    dueAt: 7000,
    polls: 0,
    ...overrides,
  };
}

/** The rows of a draft with what they repeat, searched in pages of two rows. */
export function compared(store: Store, batchId: string, sinceMs: number): ComparedRow[] {
  const rows: ComparedRow[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: ReturnType<Store['compareRows']> = store.compareRows(batchId, sinceMs, {
      afterRowNumber: after,
      limit: 2,
    });
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

/** All complaints of the audit, in words. */
export function auditProblems(store: Pick<Store, 'verifyLog'>): string[] {
  return problemsOf(store.verifyLog([]));
}

/** The problems of all steps of a verification, in words. */
export function problemsOf(steps: Iterable<AuditStep>): string[] {
  return [...steps].flatMap(({ problems }) => problems.map(auditProblemText));
}

export const noFilter: HistoryFilter = {
  profileName: null,
  batchId: null,
  states: [],
  payee: null,
  currencyCodes: [],
  paymentMethodCodes: [],
  dateOf: 'created',
  fromMs: null,
  untilMs: null,
  amountFrom: null,
  amountUntil: null,
  search: null,
};

/** The order IDs that a walk through the complete history finds; updates the index first if it is used. */
export function listed(
  store: Store,
  query: Partial<Omit<HistoryQuery, 'filter'>> & { readonly filter?: Partial<HistoryFilter> } = {},
): string[] {
  const { filter = {}, ...others } = query;
  if (query.isIndexed !== false) while (!store.indexHistory());
  const walk = store.walkHistory({
    order: 'newest',
    after: null,
    expected: 50,
    isIndexed: true,
    ...others,
    filter: { ...noFilter, ...filter },
  });
  const paymentIds: number[] = [];
  for (let step = walk.next(); step.done !== true; step = walk.next())
    paymentIds.push(...step.value.map(({ paymentId }) => paymentId));
  return store.paymentsOf(paymentIds).map(({ idPayment }) => idPayment);
}

/** A valid German IBAN, a different one for each number up to ten digits. */
export function iban(number: number): string {
  const account = `37040044${String(number).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
