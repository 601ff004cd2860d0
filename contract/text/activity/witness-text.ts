import type { WitnessFault } from '../../audit/witness.ts';
import { noAnswerText } from '../failure.ts';
import { countText } from '../numbers.ts';
import { placeFaultText } from '../files/place-fault.ts';

/** The problem of a witness file, and what to do about it. */
export function witnessText(path: string, fault: WitnessFault): string {
  switch (fault.code) {
    case 'noWitnessFile':
      return `${path} is not a witness file, so nothing was appended to it. Choose a new file.`;
    case 'notWritten':
      return `${placeFaultText(`The witness file ${path}`, 'written', fault.cause)} Check the folder and its permissions, or choose another file.`;
    case 'notRead':
      return `${placeFaultText(`The witness file ${path}`, 'read', fault.cause)} Put it back and make it readable, or choose another file.`;
    case 'noAnswer':
      return noAnswerText(path, fault.seconds);
    case 'endChanged':
      return `${path} does not end in a line of a checkpoint: it was changed. Put it back as it was, or choose another one.`;
    case 'otherCheckpoint':
      return `${path} does not agree with the log: its checkpoint ${countText(fault.checkpoint)} is different. If a backup was restored, choose a new file and keep this one; otherwise verify the audit log.`;
    case 'behind':
      return `${path} is behind: it ends with checkpoint ${countText(fault.checkpoint)}, and the log has ${countText(fault.last)}. Put the whole file back, or choose another one.`;
  }
}

/** The same, for places that do not explain what a witness file is for. */
export function unprovenText(path: string, fault: WitnessFault): string {
  return `The witness file does not prove the log. ${witnessText(path, fault)}`;
}
