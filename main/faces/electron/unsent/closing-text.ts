import { minuteText } from '../../../../contract/text/clock.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import type { Unsent } from './read-unsent.ts';

/** The question when the window is closed while something is to be sent, or released by itself later. */
export function closingQuestion({ count, scheduledFor }: Unsent) {
  const [first] = scheduledFor;
  const messages: string[] = [];
  if (count > 0) messages.push(`${counted(count, 'payout is', 'payouts are')} not sent yet, or in doubt.`);
  if (first !== undefined)
    messages.push(
      scheduledFor.length === 1
        ? `A release is scheduled for ${minuteText(first)}.`
        : `${counted(scheduledFor.length, 'release is', 'releases are')} scheduled, the first for ${minuteText(first)}.`,
    );
  return {
    title: count > 0 ? 'A release is being sent' : 'A release is scheduled',
    message: messages.join(' '),
    detail: [
      first === undefined
        ? 'Bursar can keep sending without its window and quit when everything is sent.'
        : 'Nothing is released while Bursar is closed. It can keep running without its window, and quit when everything is released and sent.',
      ...(count > 0
        ? [
            'Or it stops cleanly: requests on their way are recorded, and the rest is sent when Bursar is started again.',
          ]
        : []),
    ].join(' '),
    buttons: [
      'Cancel',
      first === undefined ? 'Keep Sending in the Background' : 'Keep Running in the Background',
      count > 0 ? 'Stop Cleanly' : 'Quit',
    ],
  };
}
