import { codesFor, type KnownCode } from '../../../contract/reference.ts';

/** More than anybody reads: typing narrows them. */
const mostOffered = 200;

/** The codes that a list offers for what is typed. */
export function offeredCodes<Code extends Pick<KnownCode, 'code' | 'name'>>(
  codes: readonly Code[],
  typed: string,
): Code[] {
  return codesFor(codes, typed).slice(0, mostOffered);
}
