import type { TextFieldProps } from '@mui/material/TextField';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { noteKept } from '../layout/unsaved.ts';

/** What was typed into a form and neither sent nor cleared, for as long as this window is open. In memory alone. */
const typed = new Map<string, object>();

function keepTyped(id: string, fields: object | null): void {
  if (fields === null) typed.delete(id);
  else typed.set(id, fields);
  noteKept(typed.size > 0);
}

type KeptFormOptions<Fields extends FieldValues> = {
  /** The form, and what it is about: what is typed for one merchant appears for no other. */
  readonly id: string;
  readonly begin: Fields;
  readonly resolver: Resolver<Fields>;
  /**
   * The field that has the focus when the form appears, and once it is cleared. Not its `autoFocus`: the browser gives that the focus before
   * the form knows the field, so that a dialog over the form which takes it back would leave a form without a value of this field.
   */
  readonly first?: FieldPath<Fields>;
  /** The fields that are never kept. */
  readonly secrets?: readonly (keyof Fields)[];
};

export type KeptForm<Fields extends FieldValues> = {
  readonly form: UseFormReturn<Fields>;
  /** The properties of a text field, with its problem in place of the help. */
  readonly text: (name: FieldPath<Fields>, label: string, help?: string) => TextFieldProps;
  /** The fields are being sent: a form that is opened meanwhile is empty, so that nothing is sent twice. */
  readonly sending: () => void;
  /** Sending failed: what was typed is kept again, unless something else was typed meanwhile. */
  readonly failed: () => void;
  readonly isTyped: boolean;
  /** Forgets what was typed. */
  readonly clear: () => void;
};

/** A form that keeps what is typed when a person leaves its screen. The fields are checked on blur. */
export function useKeptForm<Fields extends FieldValues>({
  id,
  begin,
  resolver,
  first,
  secrets = [],
}: KeptFormOptions<Fields>): KeptForm<Fields> {
  const form = useForm<Fields>({
    // What was kept are fields of this form.
    defaultValues: { ...begin, ...typed.get(id) } as DefaultValues<Fields>,
    resolver,
    mode: 'onTouched',
  });
  const isSending = useRef(false);
  const keep = (values: Fields): void => {
    const fields: Fields = { ...values };
    for (const name of secrets) fields[name] = begin[name];
    keepTyped(id, isSameFields(fields, begin) ? null : fields);
  };
  const keepNewest = useRef(keep);
  keepNewest.current = keep;
  const { setFocus, subscribe } = form;
  useLayoutEffect(() => {
    if (first !== undefined) setFocus(first);
  }, [first, setFocus]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (!isSending.current) keepNewest.current(values);
        },
      }),
    [subscribe],
  );
  return {
    form,
    text: (name, label, help = ' ') => {
      const { error } = form.getFieldState(name, form.formState);
      return {
        label,
        autoComplete: 'off',
        error: error !== undefined,
        helperText: error?.message ?? help,
        ...form.register(name),
      };
    },
    sending: () => {
      isSending.current = true;
      keepTyped(id, null);
    },
    failed: () => {
      isSending.current = false;
      if (!typed.has(id)) keep(form.getValues());
    },
    isTyped: !isSameFields(form.watch(), begin),
    clear: () => {
      form.reset(begin, { keepFieldsRef: true });
      keepTyped(id, null);
      if (first !== undefined) setFocus(first);
    },
  };
}

function isSameFields(one: FieldValues, other: FieldValues): boolean {
  return Object.keys(other).every((name) => one[name] === other[name]);
}
