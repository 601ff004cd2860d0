import { oneLine } from '../one-line.ts';

/** The signer of a file: the name in it, and the enrolled name of the key (see `KnownKey`). */
type Signer = { readonly name: string; readonly enrolledName: string | null | undefined };

const longestName = 100;

/**
 * The signer of a file, after "by". A name in a file is only what its signer claims, so it is quoted unless the key is enrolled
 * under it.
 */
export function signerText({ name, enrolledName }: Signer): string {
  const signedAs = `signed as “${oneLine(name, longestName)}”`;
  if (enrolledName === undefined) return `someone who ${signedAs}`;
  if (enrolledName === null) return `a key that is not enrolled (${signedAs})`;
  const enrolled = oneLine(enrolledName, longestName);
  return enrolledName === name ? enrolled : `${enrolled} (${signedAs})`;
}
