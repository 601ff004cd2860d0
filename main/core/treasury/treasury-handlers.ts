import { succeed } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { noBatch, onProfile } from '../context/subject.ts';
import { isoTime } from '../payments/convert.ts';
import type { WitnessFile } from '../ports/index.ts';
import { attentionItems } from './attention/attention.ts';
import type { ToCome } from './attention/waiting-drafts.ts';
import { dismissAttention, dismissOlderRecords } from './attention/dismiss.ts';
import type { SignedFiles } from './attention/signed-files.ts';
import { balanceTrend, readBalances, storedBalances } from './balances.ts';
import { judgeAskedLimits } from './judge-limits.ts';
import { readOptions } from './options.ts';
import type { WatchWitness } from '../settings/watch-witness.ts';
import { refusePlaces } from '../settings/refuse-places.ts';
import { changeSettings, refuseOvertakenSettings } from '../settings/settings.ts';
import { madeBy, noteNameUser, settingsFor } from '../settings/actor.ts';

/** Operations for treasury staff: balances, payment options, attention, and settings. */
export function treasuryHandlers(
  context: CoreContext,
  {
    watchWitness,
    toCome,
    witnessFile,
  }: { readonly watchWitness: WatchWitness; readonly toCome: ToCome; readonly witnessFile: WitnessFile },
  signedFiles: SignedFiles,
) {
  const { store, emit } = context;
  return {
    'balances.read': onProfile(store, (profile, { signal }, { currencyCodes }) =>
      readBalances(context, profile, currencyCodes, signal),
    ),
    'balances.stored': onProfile(store, (profile) => {
      const { asOf, balances } = storedBalances(store, profile);
      return succeed({ asOf: isoTime(asOf), balances });
    }),
    'balances.trend': onProfile(store, async (profile, _call, period) =>
      succeed(await balanceTrend(context, profile, period)),
    ),
    'options.read': onProfile(store, async (profile, { signal }, { kind, money, segmentCode, maxAgeMs }) => {
      const call = { priority: 'interactive', signal } as const;
      const answer = await readOptions(context, profile, kind, money, maxAgeMs, call, segmentCode);
      if (!answer.ok) return answer;
      const { asOf, options, refusal } = answer.value;
      return refusal === null ? succeed({ asOf: isoTime(asOf), options }) : { ok: false, error: refusal };
    }),
    'attention.list': async (_input, { signal }) =>
      succeed(await attentionItems(context, { watchWitness, toCome }, signedFiles, signal)),
    'attention.dismiss': async (input) => {
      const { batchId } = input;
      if (batchId !== null && store.findAnyBatch(batchId) === null) return noBatch(batchId);
      await dismissAttention(context, input);
      return succeed({});
    },
    'attention.dismissOlderRecords': () => {
      dismissOlderRecords(context);
      return succeed({});
    },
    'settings.read': (_input, call) => succeed(settingsFor(store, call)),
    'settings.change': async ({ basedOn, ...changes }, call) => {
      // At once: no question about a change that is refused here was asked.
      const overtaken = refuseOvertakenSettings(store, basedOn);
      if (overtaken !== null) return overtaken;
      const unlisted = await judgeAskedLimits(context, changes, call.signal);
      if (!unlisted.ok) return unlisted;
      const refusal = await refusePlaces(context, witnessFile, changes);
      if (refusal !== null) return refusal;
      const overtakenSince = refuseOvertakenSettings(store, basedOn);
      if (overtakenSince !== null) return overtakenSince;
      changeSettings(madeBy(context, call), changes);
      if (changes.personName !== undefined) noteNameUser(store, call.systemUser ?? null);
      const settings = settingsFor(store, call);
      emit({ kind: 'settings', id: 'settings' });
      return succeed(
        unlisted.value.length === 0 ? settings : { ...settings, unlistedCurrencies: unlisted.value },
      );
    },
  } satisfies Partial<Handlers>;
}
