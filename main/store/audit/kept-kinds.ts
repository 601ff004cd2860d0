import { ErrorCode } from '../../../contract/errors.ts';
import { olderCauses } from './read-cause.ts';

/** Kinds that nearly every payment has. They have no index: the next such event is a few events away. */
export const frequentKinds: ReadonlySet<string> = new Set(['sent', 'answered', 'asked', 'other']);

/** How events of a kind are stored: under the code of their cause, and as the texts that Bursar wrote up to version 0.4.0. */
export function storedKinds(code: string): string[] {
  const older = Object.entries(olderCauses).flatMap(([text, cause]) => (cause.code === code ? [text] : []));
  return [code, ...older, ...variedKinds(code)];
}

function variedKinds(code: string): readonly string[] {
  switch (code) {
    case 'decided':
    case 'stoppedFollowing':
      return ['a person decided'];
    case 'referenceSet':
      return ['external reference set'];
    case 'notAnswered':
      return ErrorCode.options;
    default:
      return [];
  }
}
