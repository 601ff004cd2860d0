import { replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SavedView } from '../../contract/payments/history.ts';
import { acknowledgeTestFlag, type ArrangedColumn, type Settings } from '../../contract/settings.ts';
import { unlistedText } from '../../contract/text/treasury/floor-text.ts';
import type { LowBalanceLimit } from '../../contract/treasury.ts';
import type { CallError } from '../call-error.ts';
import type { FieldsState } from '../kit/fields/useFields.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { type CallInput, type CallOutput, call } from './wire/call.ts';
import { operationKey, useOperation } from './wire/operations.ts';

export function useSettings() {
  return useOperation('settings.read', {});
}

type Change = CallInput<'settings.change'>;
/** The new value; a function if it depends on the current value, so that no other change is lost. */
export type SettingsUpdate = Change | ((stored: Settings) => Change);

/** Changes a setting. The page shows it at once; if it cannot be stored, it shows the stored value again, with the reason. */
export function useChangeSettings(onDone?: () => void): (update: SettingsUpdate) => void {
  return useSettingsMutation({ isShownAtOnce: true, onDone }).mutate;
}

/**
 * Saves the fields of a form over `storedIn` the settings, and says so. Nothing is shown as saved before it is stored: a person may refuse
 * it outside the page, and then finds the typed text unchanged. Asked again for exactly what is being saved, as by a double click, it does
 * not save it twice.
 */
export function useSaveSettings<Stored>(
  form: Pick<FieldsState<unknown, Stored>, 'saving'>,
  done: string,
  storedIn: (settings: Settings) => Stored,
): (update: SettingsUpdate) => void {
  const toast = useToast();
  const shown = useSettings().data;
  const { mutateAsync } = useSettingsMutation({ isShownAtOnce: false });
  const running = useRef<SettingsUpdate>(null);
  return (update) => {
    const change = shown === undefined ? update : changeOf(update, shown);
    const last = running.current;
    if (last !== null && replaceEqualDeep(last, change) === last) return;
    running.current = change;
    const saved = form.saving();
    const onDone = (settings: Settings) => {
      saved(storedIn(settings));
      toast.show(done);
    };
    const onEnd = () => {
      if (running.current === change) running.current = null;
    };
    void mutateAsync(update)
      .then(onDone, () => undefined)
      .finally(onEnd);
  };
}

function changeOf(update: SettingsUpdate, settings: Settings): Change {
  return typeof update === 'function' ? update(settings) : update;
}

function useSettingsMutation({
  isShownAtOnce,
  onDone,
}: {
  readonly isShownAtOnce: boolean;
  readonly onDone?: ((settings: Settings) => void) | undefined;
}) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const queryKey = operationKey('settings.read', {});
  return useMutation<CallOutput<'settings.change'>, CallError, SettingsUpdate>({
    // One after the other: with two changes at once the older one might be shown last.
    scope: { id: 'settings' },
    mutationFn: async (update) =>
      call(
        'settings.change',
        typeof update === 'function' ? update(await call('settings.read', {})) : update,
      ),
    onMutate: (update) => {
      if (!isShownAtOnce) return;
      queryClient.setQueryData<Settings>(queryKey, (before) => {
        if (before === undefined) return before;
        return { ...before, ...withoutUndefined(changeOf(update, before)) };
      });
    },
    onSuccess: ({ unlistedCurrencies = [], ...settings }) => {
      queryClient.setQueryData(queryKey, settings);
      onDone?.(settings);
      const [unlisted] = unlistedCurrencies;
      if (unlisted !== undefined) toast.show(unlistedText(unlisted));
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey });
      toast.error(error);
    },
  });
}

function withoutUndefined(change: Change): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** The saved views, and how to change them. */
export function useSavedViews() {
  const views = useSettings().data?.savedViews ?? [];
  const { mutateAsync } = useSettingsMutation({ isShownAtOnce: false });
  // Not by the callbacks of `mutate`, which are left out once the screen is gone, or another view was changed since.
  const save = (next: (stored: readonly SavedView[]) => readonly SavedView[], onDone?: () => void) =>
    void mutateAsync(({ savedViews }) => ({ savedViews: [...next(savedViews)] })).then(
      onDone,
      () => undefined,
    );
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
