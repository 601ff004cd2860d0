import { createListeners } from './kit/listeners.ts';

/** Kept for this window or tab, as `session.ts` keeps its session: a reload shows the same profile. */
const storedAs = 'bursar-profile';

const changes = createListeners();
/** What this window showed before its page was loaded. */
export const shownBefore = sessionStorage.getItem(storedAs);
let shown = shownBefore;

/** When the profile of this window was added, which names it also after it is renamed; null: none was shown yet. */
export function shownProfile(): string | null {
  return shown;
}

/**
 * The profile of a window: the one that it shows (`shown`: when it was added); before it had one, the last that was chosen in any
 * (`chosen`: its name), otherwise the first of the sandbox, and a live one only if there is no other. `at` reads a field of a profile.
 */
export function profileOfWindow<Each>(
  all: readonly Each[],
  { shown: createdAt, chosen: name }: { readonly shown: string | null; readonly chosen: unknown },
  at: (profile: Each, field: 'createdAt' | 'name' | 'environment') => unknown,
): Each | undefined {
  return (
    all.find((each) => at(each, 'createdAt') === createdAt) ??
    all.find((each) => at(each, 'name') === name) ??
    all.find((each) => at(each, 'environment') === 'sandbox') ??
    all[0]
  );
}

/** Shows the profile that was added at this time. Other windows keep theirs. */
export function showProfile(createdAt: string): void {
  if (createdAt === shown) return;
  shown = createdAt;
  sessionStorage.setItem(storedAs, createdAt);
  changes.notify();
}

export const listenToShownProfile = changes.listen;
