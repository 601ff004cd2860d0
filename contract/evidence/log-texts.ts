/** What an event of the log says. States are those of its entity; `entityId` is the number of the payment, batch, profile or payee. */
export type EventContent = {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly entity: string;
  readonly entityId: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly cause: string;
  readonly detail: string | null;
  /** The facts that the event set, as JSON; null in events from before version 10 of the database. */
  readonly facts: string | null;
  /** Who it is recorded of, as JSON (see Actor); null where Bursar acted by itself, and in events from before version 25. */
  readonly actor: string | null;
};

/**
 * The text whose SHA-256 is the hash of an event: everything that it says and the hash before it, as a JSON array, in which no two
 * different contents look alike. An event without facts, or without an actor, is written as before there were any.
 */
export function chainedText(event: EventContent, previousHash: string): string {
  const { sequence, at, entity, entityId, from, to, cause, detail, facts, actor } = event;
  const content = [sequence, at, entity, entityId, from, to, cause, detail];
  if (facts !== null || actor !== null) content.push(facts);
  if (actor !== null) content.push(actor);
  content.push(previousHash);
  return JSON.stringify(content);
}

/** The columns of a row that its seal covers, in this order. A new one is added at the end: see `sealedText`. */
export const sealedColumns = [
  'paymentId',
  'batchNumber',
  'rowNumber',
  'profileNumber',
  'kind',
  'idPayment',
  'amount',
  'currencyCode',
  'paymentMethodCode',
  'accountName',
  'accountNumber',
  'paymentOperatorCode',
  'emailAddress',
  'reference',
  'tokenChunk',
  'duplicateKey',
  'duplicateNumber',
  'hasOwnId',
  'retryOf',
  'source',
] as const;

/**
 * The text whose SHA-256 is the seal of a row: its values in the order of `sealedColumns`. Empty values at the end are left out, so that
 * a column that is added later changes no seal of an older row.
 */
export function sealedText(values: readonly unknown[]): string {
  let length = values.length;
  while (length > 0 && isEmpty(values[length - 1])) length -= 1;
  return JSON.stringify(length === values.length ? values : values.slice(0, length));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 0;
}
