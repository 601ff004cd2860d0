import { codesFor, type KnownCode } from '../../../contract/reference.ts';

/** More than anybody reads: typing narrows them. */
const mostOffered = 200;

/** What a field asks of a code. */
export type OfferedCode = Pick<KnownCode, 'code' | 'name'>;

/** The codes that a list offers for what is typed. */
export function offeredCodes<Code extends OfferedCode>(codes: readonly Code[], typed: string): Code[] {
  return codesFor(codes, typed).slice(0, mostOffered);
}
