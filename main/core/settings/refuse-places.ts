import { fail, type Failure } from '../../../contract/result.ts';
import type { Settings } from '../../../contract/settings.ts';
import { witnessText } from '../../../contract/text/activity/witness-text.ts';
import { noAnswerText } from '../../../contract/text/failure.ts';
import type { CoreContext } from '../context/context.ts';
import type { WitnessFile } from '../ports/index.ts';
import { readSetting } from './settings.ts';
import { longestWaitSeconds, withinLimit } from './within-limit.ts';

type Wanted = Partial<Pick<Settings, 'witnessFile' | 'approvalFolder'>>;

/**
 * Refuses a witness file or shared folder that cannot be used: a person who sets one is there to choose another, and a place that proves or
 * shows nothing looks like one that does. What is set already stays, also while its share is away.
 */
export async function refusePlaces(
  { store, clock, files }: Pick<CoreContext, 'store' | 'clock' | 'files'>,
  witnessFile: WitnessFile,
  wanted: { readonly [Name in keyof Wanted]?: Wanted[Name] | undefined },
): Promise<Failure | null> {
  const isNew = (name: keyof Wanted): boolean => wanted[name] !== readSetting(store, name);
  const late = (place: string) => () => fail('inputInvalid', noAnswerText(place, longestWaitSeconds));
  const { witnessFile: file = null, approvalFolder: folder = null } = wanted;
  if (file !== null && isNew('witnessFile')) {
    const tried = async (): Promise<Failure | null> => {
      const opened = await witnessFile.append(file, []);
      return opened.ok ? null : fail('inputInvalid', witnessText(file, opened.fault));
    };
    const refusal = await withinLimit(clock, tried(), late(file));
    if (refusal !== null) return refusal;
  }
  if (folder === null || !isNew('approvalFolder')) return null;
  const tried = async (): Promise<Failure | null> => {
    const found = await files.signedFolder.expect(folder);
    return found.ok ? null : fail('inputInvalid', found.error.message);
  };
  return withinLimit(clock, tried(), late(folder));
}
