import { readJson } from '../../../contract/json.ts';
import type { AppError } from '../../../contract/errors.ts';
import { CodeListName, KnownCode, type CodeList } from '../../../contract/reference.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { isoTime } from '../payments/convert.ts';
import type { CoreContext } from '../context/context.ts';
import { clientOf } from '../context/subject.ts';
import type { Store, StoredProfile } from '../ports/index.ts';
import { mergeCodes, shownName } from './merge.ts';

/** A stored list, offline; `asOf` is null if it was never loaded (operation `codes.stored`). */
export function storedCodes(
  store: Pick<Store, 'findCodes'>,
  profile: Pick<StoredProfile, 'keyId'>,
  list: CodeListName,
): CodeList {
  const kept = readKept(store, profile, list);
  return kept === null ? { list, asOf: null, codes: [] } : { list, ...kept, asOf: isoTime(kept.asOf) };
}

/**
 * Loads these lists (all if none is named) from the gateway, and stores each as it arrives (operation `codes.refresh`). The error names the
 * lists that failed. Progress is reported as `codes:<profile name>`.
 */
export async function refreshCodes(
  context: CoreContext,
  profile: StoredProfile,
  named: readonly CodeListName[],
  signal: AbortSignal,
): Promise<Result<CodeList[]>> {
  const lists = named.length === 0 ? CodeListName.options : [...new Set(named)];
  let done = 0;
  const progress = (): void =>
    context.emit({ kind: 'progress', id: `codes:${profile.name}`, done, total: lists.length });
  progress();
  const outcomes = await Promise.all(
    lists.map(async (list) => {
      const outcome = await refreshOne(context, profile, list, signal);
      done += 1;
      progress();
      return { list, outcome };
    }),
  );
  if (outcomes.some(({ outcome }) => outcome.ok)) context.emit({ kind: 'codes', id: profile.name });
  const missed = outcomes.flatMap(({ list, outcome }) => (outcome.ok ? [] : [{ list, ...outcome }]));
  const [first, ...others] = missed;
  if (first === undefined)
    return succeed(outcomes.flatMap(({ outcome }) => (outcome.ok ? outcome.value : [])));
  return withOthers(
    first.error,
    others.map(({ list }) => list),
    lists.length > missed.length,
  );
}

/** Loads the lists that corrections need, if they were never loaded. Failures are left to the next call. */
export async function readFirstCodes(
  context: CoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<void> {
  const unread = (['currencies', 'methods', 'operators'] as const).filter(
    (list) => readKept(context.store, profile, list) === null,
  );
  if (unread.length > 0) await refreshCodes(context, profile, unread, signal);
}

async function refreshOne(
  context: CoreContext,
  profile: StoredProfile,
  list: CodeListName,
  signal: AbortSignal,
): Promise<Result<CodeList>> {
  const { store, gateway, clock } = context;
  const askedAt = clock.now();
  const answer = await clientOf(gateway, profile).call(
    'codes',
    { list },
    { priority: 'interactive', signal },
  );
  if (!answer.ok) return answer;
  const at = clock.now();
  const before = readKept(store, profile, list);
  // Concurrent calls share one answer: otherwise the second would turn the new codes of the first into known ones.
  const isOvertaken = before !== null && before.asOf > askedAt && before.asOf <= at;
  if (isOvertaken) return succeed({ list, asOf: isoTime(before.asOf), codes: before.codes });
  const codes = mergeCodes(before?.codes ?? null, answer.value.value, at);
  store.saveCodes(profile.keyId, list, { asOf: at, json: JSON.stringify(codes) });
  return succeed({ list, asOf: isoTime(at), codes });
}

const titles: Record<CodeListName, string> = {
  currencies: 'currencies',
  segments: 'customer segments',
  operators: 'payment operators',
  methods: 'payment methods',
};

/** The error of the first failed list, named in its message, with the results of the others. */
function withOthers(
  { code, message, details }: AppError,
  others: readonly CodeListName[],
  isSomeKept: boolean,
): Result<never> {
  const missed = others.map((list) => titles[list]).join(', ');
  const sentences = [
    message,
    ...(missed === '' ? [] : [`Not read either: ${missed}.`]),
    ...(isSomeKept ? ['What was received is kept.'] : []),
  ];
  return fail(code, sentences.join(' '), details);
}

/** Null if nothing readable is stored: then the next answer counts as the first. */
function readKept(
  store: Pick<Store, 'findCodes'>,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  list: CodeListName,
): { asOf: number; codes: KnownCode[] } | null {
  const kept = store.findCodes(keyId, list);
  const codes = readJson(KnownCode.array(), kept?.json ?? null);
  if (kept === null || codes === null) return null;
  // Names on one line, also those that an older Bursar stored.
  return { asOf: kept.asOf, codes: codes.map((code) => ({ ...code, name: shownName(code.name) })) };
}
