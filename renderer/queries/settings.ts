import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '../../contract/payments/history.ts';
import { acknowledgeTestFlag, type ArrangedColumn, type Settings } from '../../contract/settings.ts';
import { unlistedText } from '../../contract/text/treasury/floor-text.ts';
import type { LowBalanceLimit } from '../../contract/treasury.ts';
import type { CallError } from '../call-error.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { type CallInput, type CallOutput, call } from './wire/call.ts';
import { operationKey, useOperationMutation, useOperation } from './wire/operations.ts';

export function useSettings() {
  return useOperation('settings.read', {});
}

type Change = CallInput<'settings.change'>;

/** Changes what is set. The page shows it at once; where it cannot be stored, it shows what is stored again, and says why. */
export function useChangeSettings(onDone?: () => void): (change: Change) => void {
  return useSettingsMutation({ isShownAtOnce: true, onDone }).mutate;
}

/**
 * Saves what the fields of a form say, and says that it did. Nothing is shown as saved before it is stored: a person may refuse it outside
 * the page, and finds what was typed as it was.
 */
export function useSaveSettings(form: { saved(): void }, done: string): (change: Change) => void {
  const toast = useToast();
  const onDone = () => {
    form.saved();
    toast.say(done);
  };
  const { mutate, isPending } = useSettingsMutation({ isShownAtOnce: false, onDone });
  return (change) => {
    if (!isPending) mutate(change);
  };
}

function useSettingsMutation({
  isShownAtOnce,
  onDone,
}: {
  readonly isShownAtOnce: boolean;
  readonly onDone: (() => void) | undefined;
}) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const queryKey = operationKey('settings.read', {});
  return useMutation<CallOutput<'settings.change'>, CallError, Change>({
    // One after the other: two changes at once would show the older one last.
    scope: { id: 'settings' },
    mutationFn: (change) => call('settings.change', change),
    onMutate: (change) => {
      if (!isShownAtOnce) return;
      queryClient.setQueryData<Settings>(queryKey, (before) =>
        before === undefined ? before : { ...before, ...withoutUndefined(change) },
      );
    },
    onSuccess: ({ unlistedCurrencies = [], ...settings }) => {
      queryClient.setQueryData(queryKey, settings);
      onDone?.();
      const [unlisted] = unlistedCurrencies;
      if (unlisted !== undefined) toast.say(unlistedText(unlisted));
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

/** The saved views, and how to put others in their place. */
export function useSavedViews() {
  const views = useSettings().data?.savedViews ?? [];
  const queryClient = useQueryClient();
  const change = useOperationMutation('settings.change', {
    onDone: (settings) => queryClient.setQueryData(operationKey('settings.read', {}), settings),
  });
  const save = (next: readonly SavedView[], onDone?: () => void) =>
    change.mutate({ savedViews: [...next] }, { onSuccess: () => onDone?.() });
  return { views, save };
}

/** The templates of a profile; names are told apart within it. */
export function useTemplates(profileName: string, onSaved?: () => void) {
  const known = useSettings().data?.templates;
  const change = useChangeSettings(onSaved);
  const all = known ?? [];
  const others = (name: string) =>
    all.filter((template) => template.profileName !== profileName || template.name !== name);
  return {
    /** Before they are known, none can be added: the others would be lost. */
    isReady: known !== undefined,
    templates: all.filter((template) => template.profileName === profileName),
    put: (name: string, batchId: string) =>
      change({ templates: [...others(name), { name, profileName, batchId }] }),
    remove: (name: string) => change({ templates: others(name) }),
  };
}

export function useLowBalanceLimits(profileName: string) {
  const settings = useSettings();
  const change = useChangeSettings();
  const all = settings.data?.lowBalanceLimits;
  const others = (currencyCode: string): LowBalanceLimit[] =>
    (all ?? []).filter((limit) => limit.profileName !== profileName || limit.currencyCode !== currencyCode);
  return {
    limitOf: (currencyCode: string): string | null =>
      all?.find((limit) => limit.profileName === profileName && limit.currencyCode === currencyCode)
        ?.amount ?? null,
    isReady: all !== undefined,
    set: (currencyCode: string, amount: string | null) =>
      change({
        lowBalanceLimits: [
          ...others(currencyCode),
          ...(amount === null ? [] : [{ profileName, currencyCode, amount }]),
        ],
      }),
  };
}

/** Acknowledges that the gateway's test flag contradicts the environment of a profile. */
export function useAcknowledgeTestFlag(
  profileName: string,
  onDone: () => void,
): { run(): void; readonly isBusy: boolean } {
  const settings = useSettings().data;
  const change = useChangeSettings(onDone);
  return {
    run: () => {
      if (settings !== undefined) change(acknowledgeTestFlag(settings, profileName));
    },
    isBusy: settings === undefined,
  };
}

/** The columns of sheets of a profile as a person arranged them; none where nobody did. */
export function useArrangedColumns(profileName: string): {
  readonly stored: readonly ArrangedColumn[];
  save(columns: readonly ArrangedColumn[]): void;
} {
  const all = useSettings().data?.sheetColumns;
  const change = useChangeSettings();
  const stored = all?.find((each) => each.profileName === profileName)?.columns;
  return {
    stored: stored ?? notArranged,
    save: (columns) => {
      const others = (all ?? []).filter((each) => each.profileName !== profileName);
      const mine = columns.length === 0 ? [] : [{ profileName, columns: [...columns] }];
      change({ sheetColumns: [...others, ...mine] });
    },
  };
}

const notArranged: readonly ArrangedColumn[] = [];
