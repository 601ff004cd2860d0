import { replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { SavedView } from '../../contract/payments/history.ts';
import {
  acknowledgeTestFlag,
  basedOn,
  isOwnSetting,
  type ArrangedColumn,
  type Settings,
} from '../../contract/settings.ts';
import { unlistedText } from '../../contract/text/treasury/floor-text.ts';
import type { LowBalanceLimit } from '../../contract/treasury.ts';
import { CallError } from '../call-error.ts';
import type { FieldsState } from '../kit/fields/useFields.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { type CallInput, type CallOutput, call } from './wire/call.ts';
import { useDeclined } from './wire/declined.ts';
import { operationKey, useOperation } from './wire/operations.ts';

export function useSettings() {
  return useOperation('settings.read', {});
}

type Change = Omit<CallInput<'settings.change'>, 'basedOn'>;
/** The new value; a function if it depends on the current value, so that no other change is lost. */
export type SettingsUpdate = Change | ((stored: Settings) => Change);

/**
 * Changes a setting. The page shows one of this person's view at once; if it cannot be stored, it shows the stored value again, with the
 * reason. One of the whole computer is shown once it is stored: a person may refuse it outside the page.
 */
export function useChangeSettings(onDone?: () => void): (update: SettingsUpdate) => void {
  return useSettingsMutation({ isShownAtOnce: true, onDone });
}

/**
 * Saves the fields of a form over `storedIn` the settings, and says so. Nothing is shown as saved before it is stored: a person may refuse
 * it outside the page, and then finds the typed text unchanged.
 */
export function useSaveSettings<Stored>(
  form: Pick<FieldsState<unknown, Stored>, 'saving'>,
  done: string,
  storedIn: (settings: Settings) => Stored,
): (update: SettingsUpdate) => void {
  const toast = useToast();
  const save = useSettingsMutation({ isShownAtOnce: false });
  return (update) => {
    const saved = form.saving();
    save(update, (settings) => {
      saved(storedIn(settings));
      toast.show(done);
    });
  };
}

/**
 * Stores a change, and then calls `onDone`, also if the screen is gone by then. Asked again for exactly what it stores, as by a double click,
 * it does nothing; any other change is stored after it.
 */
type SaveSettings = (update: SettingsUpdate, onDone?: (settings: Settings) => void) => void;

const settingsKey = operationKey('settings.read', {});

function useSettingsMutation({
  isShownAtOnce,
  onDone,
}: {
  readonly isShownAtOnce: boolean;
  readonly onDone?: (() => void) | undefined;
}): SaveSettings {
  const queryClient = useQueryClient();
  const toast = useToast();
  const declined = useDeclined();
  const running = useRef<SettingsUpdate>(null);
  const show = (next: (before: Settings) => Settings) => {
    const before = queryClient.getQueryData<Settings>(settingsKey);
    if (before === undefined) return;
    // An answer on its way may be from before; the event of the change has them read again.
    void queryClient.cancelQueries({ queryKey: settingsKey });
    queryClient.setQueryData<Settings>(settingsKey, next(before));
  };
  const { mutateAsync } = useMutation<CallOutput<'settings.change'>, CallError, SettingsUpdate>({
    // One after the other: with two changes at once the older one might be shown last.
    scope: { id: 'settings' },
    mutationFn: async (update) => {
      if (typeof update === 'function') return changeStored(update);
      const shown = queryClient.getQueryData<Settings>(settingsKey);
      return call('settings.change', shown === undefined ? update : basedOn(shown, update));
    },
    onMutate: (update) => {
      if (!isShownAtOnce) return;
      show((before) => ({ ...before, ...shownAtOnce(changeOf(update, before)) }));
    },
    onSuccess: ({ unlistedCurrencies = [], ...settings }) => {
      show(() => settings);
      onDone?.();
      const [unlisted] = unlistedCurrencies;
      if (unlisted !== undefined) toast.show(unlistedText(unlisted));
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: settingsKey });
      declined(error);
    },
  });
  return useCallback(
    (update, onStored) => {
      const shown = queryClient.getQueryData<Settings>(settingsKey);
      const change = shown === undefined ? update : changeOf(update, shown);
      const last = running.current;
      if (last !== null && replaceEqualDeep(last, change) === last) return;
      running.current = change;
      // Not by the callbacks of `mutate`, which are left out once the screen is gone, or something else was changed since.
      void mutateAsync(update)
        .then(onStored, () => undefined)
        .finally(() => {
          if (running.current === change) running.current = null;
        });
    },
    [queryClient, mutateAsync],
  );
}

/** Changes the stored settings, again if others changed them between the reading and the change. */
async function changeStored(update: (stored: Settings) => Change): Promise<CallOutput<'settings.change'>> {
  const stored = await call('settings.read', {});
  try {
    return await call('settings.change', basedOn(stored, update(stored)));
  } catch (thrown) {
    if (!(thrown instanceof CallError) || thrown.appError.code !== 'settingsOvertaken') throw thrown;
    return changeStored(update);
  }
}

function changeOf(update: SettingsUpdate, settings: Settings): Change {
  return typeof update === 'function' ? update(settings) : update;
}

function shownAtOnce(change: Change): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => value !== undefined && isOwnSetting(name)),
  );
}

/** The saved views, and how to change them. */
export function useSavedViews() {
  const views = useSettings().data?.savedViews ?? [];
  const change = useSettingsMutation({ isShownAtOnce: false });
  const save = (next: (stored: readonly SavedView[]) => readonly SavedView[], onDone?: () => void) =>
    change(({ savedViews }) => ({ savedViews: [...next(savedViews)] }), onDone);
  return { views, save };
}

/** The templates of a profile; names are unique within it. */
export function useTemplates(profileName: string, onSaved?: () => void) {
  const known = useSettings().data?.templates;
  const change = useChangeSettings(onSaved);
  const others = (all: Settings['templates'], name: string) =>
    all.filter((template) => template.profileName !== profileName || template.name !== name);
  return {
    /** Before they are loaded, nobody can say which names are taken. */
    isReady: known !== undefined,
    templates: (known ?? []).filter((template) => template.profileName === profileName),
    put: (name: string, batchId: string) =>
      change(({ templates }) => ({
        templates: [...others(templates, name), { name, profileName, batchId }],
      })),
    remove: (name: string) => change(({ templates }) => ({ templates: others(templates, name) })),
  };
}

/** Amounts per balance, with a new one for this profile and currency; null: none. */
export function withAmount(
  all: readonly LowBalanceLimit[],
  { profileName, currencyCode }: Omit<LowBalanceLimit, 'amount'>,
  amount: string | null,
): LowBalanceLimit[] {
  const others = all.filter((each) => each.profileName !== profileName || each.currencyCode !== currencyCode);
  return amount === null ? others : [...others, { profileName, currencyCode, amount }];
}

export function useLowBalanceLimits(profileName: string) {
  const settings = useSettings();
  const change = useChangeSettings();
  const all = settings.data?.lowBalanceLimits;
  return {
    limitOf: (currencyCode: string): string | null =>
      all?.find((limit) => limit.profileName === profileName && limit.currencyCode === currencyCode)
        ?.amount ?? null,
    isReady: all !== undefined,
    set: (currencyCode: string, amount: string | null) =>
      change(({ lowBalanceLimits }) => ({
        lowBalanceLimits: withAmount(lowBalanceLimits, { profileName, currencyCode }, amount),
      })),
  };
}

/** Acknowledges that the gateway's test flag contradicts the environment of a profile. */
export function useAcknowledgeTestFlag(profileName: string, onDone: () => void): () => void {
  const change = useChangeSettings(onDone);
  return () => change((settings) => acknowledgeTestFlag(settings, profileName));
}

/** The sheet columns of a profile as a person arranged them, empty if nobody did; null while they are loading. */
export function useArrangedColumns(profileName: string): {
  readonly stored: readonly ArrangedColumn[] | null;
  save(columns: readonly ArrangedColumn[]): void;
} {
  const all = useSettings().data?.sheetColumns;
  const change = useChangeSettings();
  const mine = (columns: readonly ArrangedColumn[]) =>
    columns.length === 0 ? [] : [{ profileName, columns: [...columns] }];
  return {
    stored: all === undefined ? null : (all.find((each) => each.profileName === profileName)?.columns ?? []),
    save: (columns) =>
      change(({ sheetColumns }) => ({
        sheetColumns: [...sheetColumns.filter((each) => each.profileName !== profileName), ...mine(columns)],
      })),
  };
}
