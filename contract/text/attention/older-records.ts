import type { OlderRecords } from '../../treasury/attention.ts';
import { utcDayText } from '../clock.ts';
import { counted } from '../numbers.ts';

/** Why releases are held after that, until a person ends it. */
export const releasesHeldText =
  'Retries that were released since may be missing too, and a row that is sent now may have been paid by one. No new row is released until you have checked with the gateway what it holds and dismissed this notice (on the command line: bursar attention dismiss --older-records).';

/** A restore says itself what it paused. */
const stoppedText =
  ' If anything was paused, cancelled, blocked or rejected since, batches with unfinished payouts are paused: resume what is to be sent.';

/** The notice that the records may be older than what was sent, in words. */
export function olderRecordsText({ at, cause, payments, missesRetries }: OlderRecords): string {
  const day = utcDayText(at);
  const found =
    cause === 'restored'
      ? `A backup was restored on ${day}, so payouts sent, payees blocked or verified, and settings changed after it was made may be missing here.`
      : `On ${day} the records were older than what was sent: the data folder was copied or replaced, or its last changes were lost. Payouts sent, payees blocked or verified, and settings changed since may be missing here.`;
  const asked =
    payments === 0
      ? 'The records showed no unfinished payout then.'
      : `Bursar asks the gateway about ${counted(payments, 'unfinished payment')} before it sends anything for ${payments === 1 ? 'it' : 'them'}.${cause === 'behind' ? stoppedText : ''}`;
  const next = missesRetries ? releasesHeldText : 'Check with the gateway before you pay a file again.';
  return `${found} ${asked} ${next}`;
}
