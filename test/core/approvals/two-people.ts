import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { ApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type { Result } from '../../../contract/result.ts';
import type { ApprovalKeys, Evidence, Store } from '../../../main/core/ports/index.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { callbackUrl, merchantCode, openOffice, type Office } from '../../kit/office.ts';
import { openColleague, type Colleague } from '../../kit/people.ts';

/** An office whose policy asks for one approval from 10.00 EUR on, and Ann, who may give it. */
export type TwoPeople = {
  readonly office: Office;
  readonly keys: ApprovalKeys;
  readonly ann: Colleague;
  /** A draft of 100.00 EUR, and the request for its approval. */
  prepare(amounts?: readonly string[]): Promise<{ batchId: string; request: Uint8Array }>;
  importFile(file: Uint8Array): ReturnType<Office['tell']>;
  /** The error code of a release; null where it succeeds. */
  release(batchId: string): Promise<string | null>;
  /** How many payouts the gateway has. */
  sent(): number;
  /** Changes the database as another program does. */
  editDatabase(sql: string): void;
};

export const oneApproval = ApprovalPolicy.parse({
  rules: [{ currencyCode: 'EUR', batchFrom: '10.00', approvals: 1 }],
});

export async function openTwoPeople(
  policy: ApprovalPolicy = oneApproval,
  options: { readonly evidence?: Evidence; readonly isOnDisk?: boolean } = {},
): Promise<TwoPeople> {
  const keys = createMemoryApprovalKeys(true);
  const office = await openOffice({ approvalKeys: keys, ...options });
  const ann = await openColleague(office.parts, 'Ann');
  await office.get('approvers.add', { card: await ann.card() });
  await office.get('policies.set', { policy });
  return {
    office,
    keys,
    ann,
    prepare: async (amounts = ['100.00']) => {
      const { batchId } = await office.draft(amounts);
      const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto' });
      return { batchId, request: bytes };
    },
    importFile: (file) => office.tell('approvals.import', { file }),
    release: async (batchId) => {
      const released = await office.release(batchId);
      return released.ok ? null : released.error.code;
    },
    sent: () => office.sandbox.gateway.book().length,
    editDatabase: (sql) => office.editDatabase(sql),
  };
}

/** One bit of a byte in the middle of a file, changed. */
export function withOneBitChanged(file: Uint8Array, index = Math.floor(file.length / 2)): Uint8Array {
  const changed = Uint8Array.from(file);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

/** The file of the draft that a colleague prepares. */
export const payoutsElsewhere = new TextEncoder().encode(
  [
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference',
    '100.00,EUR,BANK_TRANSFER,Payee,ACC-1,SANDBOX_BANK,one',
  ].join('\n'),
);

/** A draft that a colleague prepares without a key for the merchant of this office, with the request for its approval. */
export async function prepareElsewhere(
  colleague: Colleague,
  office: Office,
): Promise<{ batchId: string; rowsHash: string; request: Uint8Array }> {
  const told = async <Value>(result: Promise<Result<Value>>): Promise<Value> => {
    const found = await result;
    if (!found.ok) throw new Error(`${found.error.code}: ${found.error.message}`);
    return found.value;
  };
  await told(
    colleague.tell('profiles.add', {
      name: 'prepares',
      environment: 'sandbox',
      baseUrl: office.sandbox.url,
      merchantCode,
      callbackUrl,
      key: { kind: 'none' },
      isPrepareOnly: true,
    }),
  );
  const file = { fileName: 'payouts.csv', bytes: payoutsElsewhere };
  const { batch } = await told(colleague.tell('batches.import', file));
  const { batchId, rowsHash } = batch;
  const request = await told(colleague.tell('approvals.request', { batchId, name: colleague.name }));
  return { batchId, rowsHash, request: request.bytes };
}

/** Releases a batch on another store of an office, such as a restored one, once the notice about older records is dismissed there. */
export async function releaseOn(
  store: Store,
  { office, keys }: Pick<TwoPeople, 'office' | 'keys'>,
  batchId: string,
  evidence?: Evidence,
) {
  const dispatch = createDispatch(
    await createCore({ ...office.parts, store }, undefined, undefined, evidence, keys),
  );
  const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(true) };
  await dispatch('attention.dismissOlderRecords', {}, call);
  const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
  return { dispatch, call, released: await dispatch('batches.release', { batchId, rowsHash }, call) };
}

/** Ben, enrolled with the approval of Ann. */
export async function enrolBen({ office, ann, importFile }: TwoPeople): Promise<Colleague> {
  const ben = await openColleague(office.parts, 'Ben');
  const add = await office.get('approvers.add', { card: await ben.card() });
  await importFile(await ann.approve(add.request ?? new Uint8Array()));
  await office.get('approvers.add', { card: await ben.card() });
  return ben;
}
