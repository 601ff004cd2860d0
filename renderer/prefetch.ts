import { hourMs } from '../contract/duration.ts';
import type { WindowOperationName } from '../contract/operations.ts';
import { openStates } from '../contract/payments/open-states.ts';
import { forgetPrefetched, keepPrefetched } from './prefetched.ts';
import { bridge } from './bridge.ts';
import { at } from './session.ts';
import { profileOfWindow, shownProfile } from './shown-profile.ts';

/**
 * Requests the data of the first screen while the rest of the page is still loading. This file is loaded first and separately, so it
 * must not import the schema library: `queries/wire/call.ts` takes the answers from `prefetched.ts`, each once, and parses them like any
 * other.
 */

export type Question = { readonly name: WindowOperationName; readonly input: object };

const trendDays = 30;
const trendPoints = 120;

/** The history of every balance over the last 30 days. Whole hours, so that two queries in quick succession are the same. */
export function trendQuestion(profileName: string): { profileName: string; since: string; points: number } {
  const since = Math.floor(Date.now() / hourMs) * hourMs - trendDays * 24 * hourMs;
  return { profileName, since: new Date(since).toISOString(), points: trendPoints };
}

/** The start time of `trendQuestion`, in milliseconds since 1970. */
export function trendSpan({ since }: { readonly since: string }): { from: number; until: number } {
  const from = Date.parse(since);
  return { from, until: from + (trendDays * 24 + 1) * hourMs };
}

const mostTopUps = 200;

/** Unfinished top-ups; of very many only the newest. */
export function topUpsQuestion(profileName: string) {
  return { kind: 'topup' as const, profileName, states: [...openStates], limit: mostTopUps };
}

/**
 * Requests what every screen needs and, if it is shown first, what the overview needs. Resolves with the questions when all are answered. An
 * event invalidates answers that nobody has taken yet; they are requested again then.
 */
export async function prefetchFirstScreen(): Promise<readonly Question[]> {
  bridge().onEvent(forgetPrefetched);
  const questions: Question[] = [];
  const ask = (name: WindowOperationName, input: object): Promise<unknown> => {
    const answer = bridge().call(name, input);
    questions.push({ name, input });
    keepPrefetched(name, input, answer);
    return answer;
  };
  const isOverview = ['', '#/', '#/overview'].includes(location.hash);
  const settings = ask('settings.read', {});
  const profiles = ask('profiles.list', {});
  const others = [ask('runner.state', {}), ask('callbacks.state', {})];
  if (isOverview) others.push(ask('attention.list', {}), ask('batches.scheduled', {}));
  const profileName = nameIn(await settings, await profiles);
  if (profileName !== null) {
    others.push(ask('gateway.state', { profileName }));
    if (isOverview)
      others.push(
        ask('balances.stored', { profileName }),
        ask('balances.trend', trendQuestion(profileName)),
        ask('incoming.list', topUpsQuestion(profileName)),
      );
  }
  await Promise.all(others);
  return questions;
}

/** The window's profile, as `useCurrentProfile` chooses it; null if there is none or something could not be read. */
function nameIn(settings: unknown, profiles: unknown): string | null {
  const listed: unknown = at(profiles, 'value');
  const all: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const chosen = at(at(settings, 'value'), 'currentProfile');
  const name = at(profileOfWindow(all, { shown: shownProfile(), chosen }, at), 'name');
  return typeof name === 'string' ? name : null;
}
