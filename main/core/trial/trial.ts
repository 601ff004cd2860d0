import type { AppEvent } from '../../../contract/events.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { trialKeyPrefix, type CoreContext, type EmittingContext } from '../context/context.ts';
import type {
  GatewayProfile,
  StoredProfile,
  Trial,
  TrialAddresses,
  Finding,
  StoredPayment,
} from '../ports/index.ts';
import { isSentByUs } from '../payments/decision.ts';
import { recordedEvent } from '../payments/ask.ts';
import { thrownText } from '../../../contract/text/failure.ts';

export const trialMerchantCode = 'EMBEDDED-SANDBOX';
const modulusBits = 2048;

/** Runs the embedded sandbox for the trial profile. */
export type TrialSandbox = {
  profile(): StoredProfile | null;
  /**
   * Serves the sandbox for the trial profile, under a new temporary key, if it is not served yet; its book is empty then, so
   * unfinished payments are sent again. Null for every other profile. Fails if its address is in use.
   */
  ready(profile: Pick<GatewayProfile, 'baseUrl' | 'merchantCode'>): Promise<Result<null>> | null;
  /** Generates a key under this ID and serves the sandbox on any free port; returns its addresses. */
  open(keyId: string): Promise<Result<TrialAddresses>>;
  /** Stops the sandbox once nobody uses it. */
  notice(event: AppEvent): void;
};

/** For environments without an embedded sandbox. */
export const noTrial: Trial = {
  serve: () => Promise.resolve(fail('gatewayUnreachable', 'There is no embedded sandbox here.')),
  close: () => Promise.resolve(),
};

export function createTrialSandbox(
  {
    store,
    keys,
    clock,
    emit,
    background,
  }: Pick<CoreContext, 'store' | 'keys' | 'clock' | 'emit' | 'background'>,
  trial: Trial,
): TrialSandbox {
  /** The current address, or the one being started. */
  let opening: { readonly baseUrl: string; readonly done: Promise<Result<null>> } | null = null;

  const find = (): StoredProfile | null =>
    store.readableProfiles().find(({ keyId }) => keyId.startsWith(trialKeyPrefix)) ?? null;

  async function serve(keyId: string, baseUrl: string | null): Promise<Result<TrialAddresses>> {
    const key = await keys.generate(keyId, modulusBits);
    if (!key.ok) return key;
    return trial.serve({ baseUrl, merchantCode: trialMerchantCode, publicKeyPem: key.value.pem });
  }

  async function serveAgain(profile: StoredProfile): Promise<Result<null>> {
    const served = await serve(profile.signingKeyId, profile.baseUrl);
    if (!served.ok) return served;
    keepPage(profile, served.value.paymentPageUrl);
    await sendAgain({ store, clock, emit }, profile);
    return succeed(null);
  }

  /** A failure raises attention, and the next call that needs the sandbox tries again. */
  async function tryToServe(profile: StoredProfile): Promise<Result<null>> {
    const served = await serveAgain(profile).catch((thrown: unknown) => {
      return fail('internal', 'The embedded sandbox could not be started.', { cause: thrownText(thrown) });
    });
    if (served.ok) background?.worked('embeddedSandbox');
    else {
      opening = null;
      background?.failed('embeddedSandbox', served.error);
    }
    return served;
  }

  /** The payment page may have moved to another port; an external address that a person entered stays. */
  function keepPage({ name, paymentPageUrl: known }: StoredProfile, paymentPageUrl: string): void {
    if (known === paymentPageUrl || known?.startsWith('https://') === true) return;
    store.editProfile(name, { paymentPageUrl, at: clock.now() });
    emit({ kind: 'profile', id: name });
  }

  return {
    profile: find,
    ready({ baseUrl, merchantCode }) {
      if (merchantCode !== trialMerchantCode) return null;
      if (opening?.baseUrl === baseUrl) return opening.done;
      const profile = find();
      if (profile?.baseUrl !== baseUrl) return null;
      opening = { baseUrl, done: tryToServe(profile) };
      return opening.done;
    },
    async open(keyId) {
      const served = await serve(keyId, null);
      if (served.ok) opening = { baseUrl: served.value.baseUrl, done: Promise.resolve(succeed(null)) };
      return served;
    },
    notice({ kind }) {
      if (kind !== 'profile' || opening === null || find() !== null) return;
      opening = null;
      void trial.close();
    },
  };
}

const paymentsAtOnce = 200;
const cause = { code: 'sandboxRestarted' } as const;

/**
 * The embedded sandbox has forgotten what it accepted, so unfinished payments are queued again, with the same order IDs and
 * bytes; those that others create are only polled. For the trial only: any other gateway is asked.
 */
async function sendAgain({ store, clock, emit }: EmittingContext, { keyId }: StoredProfile): Promise<void> {
  const batches = store.batchesWithWork(clock.now()).filter((batch) => batch.keyId === keyId);
  const batchIds = batches.map(({ batchId }) => batchId);
  const leftAlone = new Set<number>();
  for (;;) {
    const payments = store.duePayments(batchIds, Number.MAX_SAFE_INTEGER, paymentsAtOnce, leftAlone);
    if (payments.length === 0) break;
    const ours = payments.filter(isForgotten);
    for (const payment of payments) if (!isForgotten(payment)) leftAlone.add(payment.paymentId);
    store.record(ours.flatMap(queued), clock.now());
    await clock.turn();
  }
  for (const batchId of batchIds) emit(recordedEvent(store, batchId));
}

/** Whether the gateway was to process it: ended payments stay ended, and payments that others create are never sent. */
function isForgotten(payment: StoredPayment): boolean {
  return isSentByUs(payment) && (payment.state === 'accepted' || payment.state === 'unknown');
}

function queued({ paymentId, state }: StoredPayment): Finding[] {
  const base = { paymentId, cause, detail: null, problem: null, dueAt: null, polls: 0 };
  const again: Finding = { ...base, from: 'unknown', to: 'queued' };
  return state === 'accepted' ? [{ ...base, from: 'accepted', to: 'unknown' }, again] : [again];
}
