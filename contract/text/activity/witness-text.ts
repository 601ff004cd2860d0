import type { WitnessFault } from '../../audit/witness.ts';
import { noAnswerText } from '../failure.ts';
import { countText } from '../numbers.ts';

/** What is wrong with a witness file, and what to do. */
export function witnessText(path: string, fault: WitnessFault): string {
  switch (fault.code) {
    case 'noWitnessFile':
      return `${path} is not a witness file, so nothing was appended to it. Choose a new file.`;
    case 'notWritten':
      if (fault.cause === 'EISDIR') return `${path} is a folder. Choose a file for the witness file.`;
      if (fault.cause === 'ENOENT' || fault.cause === 'ENOTDIR')
        return `The witness file ${path} cannot be written: its folder does not exist. Choose another place.`;
      return `${unusable(path, fault.cause)} Check the folder and its permissions, or choose another file.`;
    case 'notRead':
      if (fault.cause === 'ENOENT')
        return `The witness file ${path} does not exist. Put it back, or choose another file.`;
      return `${unusable(path, fault.cause)} Check that it exists and can be read, or choose another file.`;
    case 'noAnswer':
      return noAnswerText(path, fault.seconds);
    case 'endChanged':
      return `${path} does not end in a line of a checkpoint: it was changed.`;
    case 'otherCheckpoint':
      return `${path} does not agree with the log: its checkpoint ${countText(fault.checkpoint)} is different. Verify the audit log.`;
    case 'behind':
      return `${path} is behind: it ends with checkpoint ${countText(fault.checkpoint)}, and the log has ${countText(fault.last)}. Put the whole file back, or choose another one.`;
  }
}

function unusable(path: string, cause: string | null): string {
  return `The witness file ${path} cannot be used${cause === null ? '' : ` (${cause})`}.`;
}

/** The same where nothing around it says what a witness file is for. */
export function unprovenText(path: string, fault: WitnessFault): string {
  return `The witness file does not prove the log. ${witnessText(path, fault)}`;
}
