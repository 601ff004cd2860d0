import { dayMs } from '../../../../contract/duration.ts';
import type { AppError, ErrorCode } from '../../../../contract/errors.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { knownOptions, readOptions, type OptionsAnswer } from '../../treasury/options.ts';
import type { MoneyMethods } from './gather.ts';
import { missingOptions } from './missing.ts';
import { slicesOf } from '../../payments/pages.ts';

/** How long an answer of the gateway about options stays valid. */
const optionsMaxAgeMs = dayMs;
const listedMissing = 1000;
/** Concurrent queries: enough to use the whole rate when an answer takes a second. */
const atOnce = 10;
/** Answers read from the store before other work gets a turn. */
const knownAtOnce = 500;
const mostTries = 3;
const tryAgainMs = 1000;

/** Errors after which the same query may succeed. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'gatewayNoAnswer',
  'gatewayServerError',
  'gatewayAnswerUnreadable',
]);
/** Errors that concern only this amount and currency. */
const aboutMoney: ReadonlySet<ErrorCode> = new Set(['gatewayInputInvalid', 'gatewayNotFound']);

type LookUp = {
  readonly profile: StoredProfile;
  readonly moneyMethods: readonly MoneyMethods[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
};

/** Splits the queries into answered and open ones. */
export async function splitKnown(
  context: CoreContext,
  profile: StoredProfile,
  moneyMethods: readonly MoneyMethods[],
): Promise<{ known: (readonly [MoneyMethods, OptionsAnswer])[]; open: MoneyMethods[] }> {
  const known: (readonly [MoneyMethods, OptionsAnswer])[] = [];
  const open: MoneyMethods[] = [];
  for await (const some of slicesOf(context.clock, moneyMethods, knownAtOnce)) {
    const monies = some.map(({ money }) => money);
    const answers = knownOptions(context, profile, 'payout', monies, optionsMaxAgeMs);
    for (const [index, ofMoney] of some.entries()) {
      const answer = answers[index] ?? null;
      if (answer === null) open.push(ofMoney);
      else known.push([ofMoney, answer]);
    }
  }
  return { known, open };
}

/** What a check asks the gateway: unknown options first, then options that were missing, because a person checks again to see whether they still are. */
function questionsOf({ known, open }: Awaited<ReturnType<typeof splitKnown>>): MoneyMethods[] {
  const lacking = known.flatMap(([ofMoney, answer]) =>
    missingOptions(ofMoney, answer).length > 0 ? [ofMoney] : [],
  );
  return [...open, ...lacking];
}

/**
 * Compares what rows ask for with what the gateway offers. With `asks` false, uses stored answers only. Stops, with the reason, when
 * the signal aborts or the gateway gives no more useful answers; answers so far are stored, so the next check continues from there.
 */
export async function lookUpOptions(
  context: CoreContext,
  { profile, moneyMethods, signal, onProgress }: LookUp,
  asks: boolean,
): Promise<CheckReport['options']> {
  const split = await splitKnown(context, profile, moneyMethods);
  const answers = new Map(
    split.known.map(([ofMoney, answer]) => [
      ofMoney.key,
      { asOf: answer.asOf, missing: missingOptions(ofMoney, answer) },
    ]),
  );
  let stoppedBecause: string | null = null;
  onProgress(answers.size);
  const waiting = questionsOf(split).values();
  const askOn = async (): Promise<void> => {
    for (const ofMoney of waiting) {
      if (stoppedBecause !== null) return;
      const answer = await ask(context, profile, ofMoney, signal);
      if ('error' in answer && !aboutMoney.has(answer.error.code)) {
        stoppedBecause ??= answer.error.code === 'stopped' ? 'It was stopped.' : answer.error.message;
        return;
      }
      const found =
        'error' in answer ? { asOf: context.clock.now(), options: [], refusal: answer.error } : answer;
      answers.set(ofMoney.key, { asOf: found.asOf, missing: missingOptions(ofMoney, found) });
      onProgress(answers.size);
    }
  };
  if (asks) await Promise.all(Array.from({ length: atOnce }, askOn));
  let asOf: number | null = null;
  let requests = moneyMethods.length - answers.size;
  const missing: CheckReport['options']['missing'] = [];
  for (const answer of answers.values()) {
    asOf = asOf === null ? answer.asOf : Math.min(asOf, answer.asOf);
    if (answer.missing.length > 0) requests += 1;
    missing.push(...answer.missing);
  }
  missing.sort((left, right) => left.firstRowNumber - right.firstRowNumber);
  return {
    distinct: moneyMethods.length,
    checked: answers.size,
    asOf: isoTime(asOf),
    missing: missing.slice(0, listedMissing),
    missingLeftOut: Math.max(0, missing.length - listedMissing),
    missingRows: missing.reduce((sum, { rows }) => sum + rows, 0),
    stoppedBecause,
    requests,
    durationSeconds: context.requestsPerSecond === null ? 0 : Math.ceil(requests / context.requestsPerSecond),
  };
}

/** One query, repeated a few times if the answer was lost. */
async function ask(
  context: CoreContext,
  profile: StoredProfile,
  { money }: MoneyMethods,
  signal: AbortSignal,
): Promise<OptionsAnswer | { readonly error: AppError }> {
  for (let tries = 1; ; tries += 1) {
    // At the priority of submissions: thousands of queries must not delay a release, nor a release delay them for hours.
    const callOptions = { priority: 'submission', signal } as const;
    const answer = await readOptions(context, profile, 'payout', money, 0, callOptions);
    if (answer.ok) return answer.value;
    if (signal.aborted || tries === mostTries || !passing.has(answer.error.code))
      return { error: signal.aborted ? { ...answer.error, code: 'stopped' } : answer.error };
    await context.clock.sleep(tryAgainMs, signal);
  }
}
