import { dayMs } from '../../../../contract/duration.ts';
import type { AppError, ErrorCode } from '../../../../contract/errors.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { knownOptions, readOptions, type OptionsAnswer } from '../../treasury/options.ts';
import type { MoneyWishes } from './gather.ts';
import { missingOptions } from './missing.ts';

/** An answer of the gateway about options holds for so long. */
const optionsMaxAgeMs = dayMs;
const listedMissing = 1000;
/** Questions under way: enough to use the whole rate when an answer takes a second. */
const atOnce = 10;
/** Answers read from the store before other work gets its turn. */
const knownAtOnce = 100;
const mostTries = 3;
const tryAgainMs = 1000;

/** Errors after which the same question may be answered. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'gatewayNoAnswer',
  'gatewayServerError',
  'gatewayAnswerUnreadable',
]);
/** Errors that are about this money alone. */
const aboutMoney: ReadonlySet<ErrorCode> = new Set(['gatewayInputInvalid', 'gatewayNotFound']);

type LookUp = {
  readonly profile: StoredProfile;
  readonly wishes: readonly MoneyWishes[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
};

/** Splits what is asked about into what is known and what is not. */
export async function splitKnown(
  context: CoreContext,
  profile: StoredProfile,
  wishes: readonly MoneyWishes[],
): Promise<{ known: (readonly [MoneyWishes, OptionsAnswer])[]; open: MoneyWishes[] }> {
  const known: (readonly [MoneyWishes, OptionsAnswer])[] = [];
  const open: MoneyWishes[] = [];
  for (const [index, wish] of wishes.entries()) {
    const answer = knownOptions(context, profile, 'payout', wish.money, optionsMaxAgeMs);
    if (answer === null) open.push(wish);
    else known.push([wish, answer]);
    if (index % knownAtOnce === knownAtOnce - 1) await context.clock.turn();
  }
  return { known, open };
}

/**
 * Compares what rows ask for with what the gateway offers. `asks` false: with what is known of it already. Stops, and says why, when
 * the signal aborts or the gateway gives no more useful answers; what was answered is kept, so that the next time goes on from there.
 */
export async function lookUpOptions(
  context: CoreContext,
  { profile, wishes, signal, onProgress }: LookUp,
  asks: boolean,
): Promise<CheckReport['options']> {
  const { known, open } = await splitKnown(context, profile, wishes);
  const missing = known.flatMap(([wish, { options, refusal }]) =>
    missingOptions(wish, { options, refusal: refusal?.message ?? null }),
  );
  let checked = known.length;
  let stoppedBecause: string | null = null;
  onProgress(checked);
  const waiting = open.values();
  const askOn = async (): Promise<void> => {
    for (const wish of waiting) {
      if (stoppedBecause !== null) return;
      const answer = await ask(context, profile, wish, signal);
      if ('error' in answer && !aboutMoney.has(answer.error.code)) {
        stoppedBecause ??= answer.error.code === 'stopped' ? 'It was stopped.' : answer.error.message;
        return;
      }
      const found =
        'error' in answer
          ? { options: [], refusal: answer.error.message }
          : { options: answer.options, refusal: answer.refusal?.message ?? null };
      missing.push(...missingOptions(wish, found));
      checked += 1;
      onProgress(checked);
    }
  };
  if (asks) await Promise.all(Array.from({ length: atOnce }, askOn));
  missing.sort((left, right) => left.firstRowNumber - right.firstRowNumber);
  return {
    distinct: wishes.length,
    checked,
    missing: missing.slice(0, listedMissing),
    missingLeftOut: Math.max(0, missing.length - listedMissing),
    stoppedBecause,
  };
}

/** One question, repeated a few times where the answer went astray. */
async function ask(
  context: CoreContext,
  profile: StoredProfile,
  { money }: MoneyWishes,
  signal: AbortSignal,
): Promise<OptionsAnswer | { readonly error: AppError }> {
  for (let tries = 1; ; tries += 1) {
    // With the submissions: thousands of questions must not hold up a release, nor a release these for hours.
    const callOptions = { priority: 'submission', signal } as const;
    const answer = await readOptions(context, profile, 'payout', money, optionsMaxAgeMs, callOptions);
    if (answer.ok) return answer.value;
    if (signal.aborted || tries === mostTries || !passing.has(answer.error.code))
      return { error: signal.aborted ? { ...answer.error, code: 'stopped' } : answer.error };
    await context.clock.sleep(tryAgainMs, signal);
  }
}
