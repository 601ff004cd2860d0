import { useState } from 'react';
import { useUnsaved } from '../layout/unsaved.ts';

export type FieldsState<Fields, Stored = unknown> = {
  readonly fields: Fields;
  setFields(fields: Fields): void;
  /**
   * The present values of the fields are being saved. Returns the function that says that they were, which made `stored` of them: the fields
   * follow the stored values again, unless a person has typed on meanwhile.
   */
  saving(): (stored: Stored) => void;
  /** Whether the stored values changed since a person typed; saving would overwrite that change. */
  readonly isOutdated: boolean;
  /** Fills the fields with the stored values, replacing what was typed. */
  showStored(): void;
};

/** The fields of a form over stored values. They follow the store until a person types; from then on only that person changes them. */
export function useFields<Stored, Fields>(
  stored: Stored,
  fieldsOf: (stored: Stored) => Fields,
): FieldsState<Fields, Stored> {
  const json = JSON.stringify(stored);
  const fill = () => {
    const fields = fieldsOf(stored);
    return { json, own: json, filled: fields, fields };
  };
  const [known, setKnown] = useState(fill);
  const isOther = json !== known.json;
  // By their values: a row that was added and removed again changed nothing.
  const isTyped = JSON.stringify(known.fields) !== JSON.stringify(known.filled);
  const isOwn = json === known.own;
  useUnsaved(isTyped);
  if (isOther && !isTyped) setKnown(fill());
  else if (isOther && isOwn) setKnown({ ...known, json });
  return {
    fields: known.fields,
    setFields: (fields) => setKnown((before) => ({ ...before, fields })),
    saving: () => {
      const filled = known.fields;
      return (own) => setKnown(({ fields }) => ({ json, own: JSON.stringify(own), filled, fields }));
    },
    isOutdated: isOther && isTyped && !isOwn,
    showStored: () => setKnown(fill()),
  };
}
