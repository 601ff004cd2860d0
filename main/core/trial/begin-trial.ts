import { sampleBatchName } from '../../../contract/batches/sample-batch.ts';
import type { Profile } from '../../../contract/profile.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { toProfile } from '../payments/convert.ts';
import { controlsOf } from '../approvals/refuse-unapproved.ts';
import { storeDraft } from '../batches/draft.ts';
import { findDuplicates } from '../batches/duplicates.ts';
import { textHashOf } from '../payments/identity.ts';
import { trialKeyPrefix, type Call, type CoreContext } from '../context/context.ts';
import { noBatch } from '../context/subject.ts';
import type { StoredProfile, Store } from '../ports/index.ts';
import { releaseBatch } from '../batches/release.ts';
import { addProfile } from '../profiles/add-profile.ts';
import { readBalances } from '../treasury/balances.ts';
import { samplePayouts } from './sample.ts';
import { trialMerchantCode, type TrialSandbox } from './trial.ts';

const usualName = 'sandbox';
const fileName = sampleBatchName;
/** Nobody listens there; the sandbox calls addresses on this computer only. */
const callbackUrl = 'http://127.0.0.1:9/callbacks';

/** Why the sample is no duplicate of that of an earlier trial, which ended with its profile. */
const tryingAgain = 'The sandbox is tried again';

/**
 * Starts the trial (operation `trial.begin`): the embedded sandbox with a profile, a temporary key, and a sample batch that is
 * released and sent. A repeated call continues where the last one stopped.
 */
export async function beginTrial(
  context: CoreContext,
  sandbox: TrialSandbox,
  runner: { start(): Promise<void> },
  { signal }: Pick<Call, 'signal'>,
): Promise<Result<Profile>> {
  // Without a keychain that answers, the sample could not be sent: said before anything is added.
  const controls = await controlsOf(context).read({ beforeSending: true });
  if (!controls.ok) return controls;
  const found = await findOrAdd(context, sandbox);
  if (!found.ok) return found;
  const { profile } = found.value;
  const ready = await sandbox.ready(profile);
  if (ready !== null && !ready.ok) return ready;
  await readBalances(context, profile, [], signal);
  const sent = await sendSample(context, found.value, signal);
  if (!sent.ok) return sent;
  await runner.start();
  return succeed(toProfile(profile));
}

/** A profile that is new may have the batches of an earlier trial, whose sandbox had the same address. */
type Found = { readonly profile: StoredProfile; readonly isNew: boolean };

async function findOrAdd(context: CoreContext, sandbox: TrialSandbox): Promise<Result<Found>> {
  const { store, random, clock, emit } = context;
  const found = sandbox.profile();
  if (found !== null) return succeed({ profile: found, isNew: false });
  const keyId = `${trialKeyPrefix}${Buffer.from(random.bytes(16)).toString('hex')}`;
  const served = await sandbox.open(keyId);
  if (!served.ok) return served;
  const { baseUrl, paymentPageUrl } = served.value;
  const isAdded = addProfile(context, {
    keyId,
    name: freeName(store),
    environment: 'sandbox',
    baseUrl,
    merchantCode: trialMerchantCode,
    callbackUrl,
    paymentPageUrl,
    authentication: 'signature',
    hasStoredKey: true,
    at: clock.now(),
  });
  const profile = isAdded ? sandbox.profile() : null;
  if (profile === null)
    return fail(
      'profileExists',
      `Merchant ${trialMerchantCode} at ${baseUrl} already has a profile. Remove it, then try the sandbox again.`,
    );
  emit({ kind: 'profile', id: profile.name });
  return succeed({ profile, isNew: true });
}

function freeName(store: Store): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? usualName : `${usualName}-${number}`;
    if (store.findProfile(name) === null) return name;
  }
}

/** The sample is released once; starting the trial is the person's confirmation, since it can reach only the sandbox. */
async function sendSample(
  context: CoreContext,
  { profile, isNew }: Found,
  signal: AbortSignal,
): Promise<Result<null>> {
  const fileHash = textHashOf(fileName);
  const known = isNew ? [] : context.store.batchesOfFile(profile.keyId, fileHash);
  if (known.some(({ releasedAt }) => releasedAt !== null)) return succeed(null);
  const source = { profile, fileName, fileHash };
  const { batchId, rowsHash } =
    known.find(({ state }) => state === 'draft') ?? (await storeDraft(context, source, samplePayouts()));
  const batch = context.store.findBatch(batchId);
  if (batch === null) return noBatch(batchId);
  const { duplicates } = await findDuplicates(context, batch, signal);
  const { findingsHash } = duplicates;
  const released = await releaseBatch(
    context,
    { batchId, rowsHash, confirmed: { findingsHash, all: true, reason: tryingAgain } },
    { signal, confirm: () => Promise.resolve(true) },
  );
  return released.ok || released.error.code === 'alreadyReleased' ? succeed(null) : released;
}
