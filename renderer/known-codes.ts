import { useEffect, useMemo } from 'react';
import type { CodeListName, KnownCode } from '../contract/reference.ts';
import { useAct, useOperation } from './api.ts';

export type KnownCodes = {
  /** What is stored of the list; codes that the gateway no longer tells of are left out. */
  readonly codes: readonly KnownCode[];
  /** When the gateway was last asked; null: never, or not read yet. */
  readonly asOf: string | null;
};

/** Lists that this page has asked for by itself: once each, whether or not the gateway answered. */
const asked = new Set<string>();

/**
 * The codes to offer where one is typed, as they are stored. A list of which nothing is stored is asked for once, in silence: without it
 * the field is typed into as before. `isWanted` false reads and asks nothing.
 */
export function useKnownCodes(profileName: string | null, list: CodeListName, isWanted = true): KnownCodes {
  const isEnabled = isWanted && profileName !== null;
  const { data } = useOperation('codes.stored', { profileName: profileName ?? '', list }, { isEnabled });
  const { mutate } = useAct('codes.refresh', { onFault: () => undefined });
  const isNeverAsked = isEnabled && data?.asOf === null;
  useEffect(() => {
    const key = `${profileName} ${list}`;
    if (!isNeverAsked || profileName === null || asked.has(key)) return;
    asked.add(key);
    mutate({ profileName, lists: [list] });
  }, [isNeverAsked, profileName, list, mutate]);
  return useMemo(
    () => ({ codes: (data?.codes ?? []).filter(({ isGone }) => !isGone), asOf: data?.asOf ?? null }),
    [data],
  );
}
