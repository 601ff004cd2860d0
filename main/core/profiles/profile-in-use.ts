import { fail, type Result } from '../../../contract/result.ts';
import type { ProfileUse } from '../ports/index.ts';

type UseText = { readonly what: string; readonly remedy: string; readonly command: string };

const texts: Record<ProfileUse, UseText> = {
  drafts: { what: 'drafts', remedy: 'discard the drafts', command: 'bursar batch cancel ID' },
  unfinished: {
    what: 'unfinished payments',
    remedy: 'wait until the payments have ended',
    command: 'bursar resume',
  },
  outside: {
    what: 'payments that were sent outside this history',
    remedy: 'decide about payouts from outside',
    command: 'bursar batch decide ID',
  },
};

/** Why a profile is not removed, and what to do first. */
export function profileInUse(name: string, uses: readonly ProfileUse[]): Result<never> {
  const listed = (part: keyof UseText): string => joined(uses.map((use) => texts[use][part]));
  return fail(
    'profileInUse',
    `Profile ${name} has ${listed('what')}. To remove it, first ${listed('remedy')} (on the command line: ${listed('command')}).`,
  );
}

/** `one`, `one and two`, `one, two and three`. */
function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
