import { sentence } from '../sentence.ts';

/** A problem that a parser found. */
export type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type Fault = { readonly type: 'contract'; readonly message: string };

/**
 * The parser's problems, by form field: the first of each. An issue belongs to the field at the end of its path, otherwise
 * to `otherwise`; for an empty field, `missing` has the message.
 */
export function faultsOf<Name extends string>(
  issues: readonly Issue[],
  fields: Readonly<Record<Name, string | boolean>>,
  missing: Readonly<Partial<Record<Name, string>>>,
  otherwise: Name,
): Partial<Record<Name, Fault>> {
  const faults: Partial<Record<Name, Fault>> = {};
  const isField = (name: PropertyKey | undefined): name is Name =>
    name !== undefined && Object.hasOwn(fields, name);
  for (const { path, message } of issues) {
    const last = path.at(-1);
    const field = isField(last) ? last : otherwise;
    const isEmpty = String(fields[field]).trim() === '';
    faults[field] ??= {
      type: 'contract',
      message: (isEmpty ? missing[field] : undefined) ?? sentence(message),
    };
  }
  return faults;
}
