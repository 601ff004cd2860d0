import { codesFor, type KnownCode } from '../../../contract/reference.ts';

/** More than anybody reads: typing narrows them. */
const mostOffered = 200;

/** The properties of a code that a field uses. */
export type OfferedCode = Pick<KnownCode, 'code' | 'name'>;

/** The codes that a list suggests for the typed text. */
export function offeredCodes<Code extends OfferedCode>(codes: readonly Code[], typed: string): Code[] {
  return codesFor(codes, typed).slice(0, mostOffered);
}
