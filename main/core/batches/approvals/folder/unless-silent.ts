import { fail, type Result } from '../../../../../contract/result.ts';
import { noAnswerText } from '../../../../../contract/text/failure.ts';
import type { Clock } from '../../../ports/index.ts';
import { withinLimit } from '../../../settings/within-limit.ts';

/** A folder that takes longer to answer needs attention. A slow share may often take longer than a person should wait. */
export const silentSeconds = 60;

/** The result of reading or writing a file of the shared folder for a person, who otherwise waits for a silent share as long as it is silent. */
export function unlessSilent<Value>(
  clock: Clock,
  folder: string,
  work: Promise<Result<Value>>,
): Promise<Result<Value>> {
  const late = (): Result<Value> => fail('fileUnreadable', noAnswerText(folder, silentSeconds));
  return withinLimit(clock, work, late, { seconds: silentSeconds });
}
