import { useState } from 'react';

export type FieldsState<Fields> = {
  readonly fields: Fields;
  setFields(fields: Fields): void;
  /** The fields' values are being saved: from here on they follow the stored values again. */
  saved(): void;
  /** Whether the stored values changed since a person typed; saving would overwrite that change. */
  readonly isOutdated: boolean;
  /** Fills the fields with the stored values, replacing what was typed. */
  showStored(): void;
};

/** The fields of a form over stored values. They follow the store until a person types; from then on only that person changes them. */
export function useFields<Stored, Fields>(
  stored: Stored,
  fieldsOf: (stored: Stored) => Fields,
): FieldsState<Fields> {
  const json = JSON.stringify(stored);
  const fill = () => {
    const fields = fieldsOf(stored);
    return { json, filled: fields, fields };
  };
  const [known, setKnown] = useState(fill);
  const isOther = json !== known.json;
  const isTyped = known.fields !== known.filled;
  if (isOther && !isTyped) setKnown(fill());
  return {
    fields: known.fields,
    setFields: (fields) => setKnown((before) => ({ ...before, fields })),
    saved: () => setKnown(({ fields }) => ({ json, filled: fields, fields })),
    isOutdated: isOther && isTyped,
    showStored: () => setKnown(fill()),
  };
}
