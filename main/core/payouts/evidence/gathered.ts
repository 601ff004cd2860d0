import type { canonicalJson } from '../../../../contract/canonical-json.ts';
import { sealedColumns } from '../../../../contract/evidence/log-texts.ts';
import type { Environment } from '../../../../contract/profile.ts';
import { liveMerchantIn } from '../../approvals/confirmed-controls.ts';
import { mayBeAbout } from '../../approvals/kept-files.ts';
import { fileOf, readSigned } from '../../approvals/signed-file.ts';
import type { CoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import { payeeIdOf } from '../../payments/identity.ts';
import { payeeKeyOf } from '../../../../contract/payees/payee-key.ts';
import type {
  ChainedEvent,
  PayeeKey,
  PaymentRecord,
  StoredBatch,
  StoredPayment,
  StoredProfile,
  Store,
} from '../../ports/index.ts';

export type PaymentJson = { readonly [name: string]: Json };
type Json = Parameters<typeof canonicalJson>[0];

const mostShownEvents = 401;
/** The columns of a payment's row that a reader looks for by name; the verifier compares each with the sealed row. */
const namedColumns = [
  'kind',
  'idPayment',
  'rowNumber',
  'amount',
  'currencyCode',
  'paymentMethodCode',
  'accountName',
  'accountNumber',
  'paymentOperatorCode',
  'emailAddress',
  'reference',
  'retryOf',
] as const satisfies readonly (typeof sealedColumns)[number][];

type GatheredProfile = Pick<StoredProfile, 'name' | 'environment' | 'merchantCode' | 'baseUrl'>;

/** Collects the records that belong to the payments: their batches, and what was recorded about their payees. */
export class Gathered {
  payments = 0;
  events = 0;
  firstSequence = Number.MAX_SAFE_INTEGER;
  /** The first events, for people to read. */
  readonly shown: { readonly of: string; readonly event: ChainedEvent }[] = [];
  readonly #store: Store;
  readonly #servesLive: boolean;
  readonly #batches = new Map<string, Json>();
  readonly #payees = new Map<string, Json>();
  readonly #profiles = new Map<string, GatheredProfile>();
  readonly #environments = new Map<string, Environment>();
  readonly #ofPayees = new Set<Environment>();

  constructor({ store, servesLive }: Pick<CoreContext, 'store' | 'servesLive'>) {
    this.#store = store;
    this.#servesLive = servesLive;
  }

  /** Adds payments in their current state; returns the pack's record of each. */
  addPayments(payments: readonly StoredPayment[]): PaymentJson[] {
    const records = this.#store.paymentRecords(payments.map(({ paymentId }) => paymentId));
    return payments.map((payment, index) => {
      const record = records[index];
      if (record === undefined) throw new Error(`no record of payment ${payment.paymentId}`);
      this.payments += 1;
      this.#addBatch(payment.batchId);
      this.addPayee({ environment: this.environmentOf(payment), payee: payeeKeyOf(payment) });
      this.#note(`Payment ${payment.idPayment}`, record.events);
      return paymentJson(payment, record);
    });
  }

  /** Adds people's records about a payee, if there are any. */
  addPayee(key: PayeeKey): void {
    this.#ofPayees.add(key.environment);
    const payeeId = payeeIdOf(key.environment, key.payee);
    if (this.#payees.has(payeeId)) return;
    const events = this.#store.eventsOfPayee(key);
    this.#note(`Payee ${payeeId}`, events);
    this.#payees.set(payeeId, events.length === 0 ? null : { payeeId, events });
  }

  /** Of a payment that was added. */
  environmentOf({ batchId }: Pick<StoredPayment, 'batchId'>): Environment {
    const environment = this.#environments.get(batchId);
    if (environment === undefined) throw new Error(`no batch ${batchId}`);
    return environment;
  }

  /** What any of it is: real money, test data, or both. */
  environments(): Environment[] {
    return [...new Set([...this.#environments.values(), ...this.#ofPayees])].toSorted();
  }

  /** Whose payments they are. */
  profiles(): GatheredProfile[] {
    return [...this.#profiles.values()];
  }

  json(): { batches: Json[]; payees: Json[]; profiles: Json[] } {
    return {
      batches: [...this.#batches.values()],
      payees: [...this.#payees.values()].filter((payee) => payee !== null),
      profiles: this.profiles(),
    };
  }

  #addBatch(batchId: string): void {
    if (this.#batches.has(batchId)) return;
    const batch = this.#store.findAnyBatch(batchId);
    if (batch === null) return;
    this.#environments.set(batchId, batch.environment);
    // By its key ID: another profile may have its name since it was removed.
    const profile = this.#store.profileOfKey(batch.keyId);
    const events = this.#store.eventsOfBatch(batchId);
    this.#note(`Batch ${batchId}`, events);
    this.#batches.set(batchId, {
      batchId,
      profileName: batch.profileName,
      merchantCode: profile?.merchantCode ?? null,
      environment: batch.environment,
      fileName: batch.fileName,
      rows: batch.rows,
      rowsHash: batch.rowsHash,
      state: batch.state,
      createdAt: isoTime(batch.createdAt),
      releasedAt: isoTime(batch.releasedAt),
      events,
      approvals: {
        files: filesOf(this.#store, batch),
        controls: controlsAt(this.#store, events, this.#servesLive),
      },
    });
    if (profile === null) return;
    const { keyId, name, environment, merchantCode, baseUrl } = profile;
    this.#profiles.set(keyId, { name, environment, merchantCode, baseUrl });
  }

  #note(of: string, events: readonly ChainedEvent[]): void {
    this.events += events.length;
    for (const event of events) {
      this.firstSequence = Math.min(this.firstSequence, event.sequence);
      if (this.shown.length < mostShownEvents) this.shown.push({ of, event });
    }
  }
}

/** The files that people signed about the rows of a batch, unchanged. */
function filesOf(store: Store, { batchId, rowsHash }: StoredBatch): Json {
  return store
    .approvalFilesOf(batchId)
    .filter((file) => mayBeAbout(store, file, rowsHash))
    .map(({ kind, hash, content }) => ({
      kind,
      hash,
      signed: kind === 'request' ? shortEnough(store.signedRequest(hash)) : content,
    }));
}

/** The approvers and policies in force at the release of a batch; not those of live merchants, of which nothing can be cut out, where none are served. */
function controlsAt(store: Store, events: readonly ChainedEvent[], servesLive: boolean): Json {
  const release = events.find(({ from, to }) => from === 'draft' && to === 'releasing');
  const signed = store.controlsAt(release?.sequence ?? null)?.content;
  if (signed === undefined) return null;
  const read = readSigned(fileOf(signed));
  const state = read.ok && read.value.document.kind === 'controls' ? read.value.document.state : null;
  return !servesLive && (state === null || liveMerchantIn(state) !== null) ? null : { signed };
}

/** Size in characters of the largest signed request in a pack: about 25,000 rows. Larger ones are named by their hash. */
const largestRequest = 8 * 1024 * 1024;

function shortEnough(signed: string | null): string | null {
  return signed === null || signed.length > largestRequest ? null : signed;
}

function paymentJson(payment: StoredPayment, { row, body, events }: PaymentRecord): PaymentJson {
  const named = namedColumns.map((column) => [column, row[sealedColumns.indexOf(column)] ?? null]);
  return {
    ...Object.fromEntries(named),
    batchId: payment.batchId,
    profileName: payment.profileName,
    state: payment.state,
    gatewayStatus: payment.gatewayStatus,
    feeAmount: payment.fee?.amount ?? null,
    feeCurrencyCode: payment.fee?.currencyCode ?? null,
    processedAt: payment.processedAt,
    createdAt: isoTime(payment.createdAt),
    row,
    request: body === null ? null : Buffer.from(body).toString('base64'),
    events,
  };
}
