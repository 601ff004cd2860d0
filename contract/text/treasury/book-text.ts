import { counted, moneyText } from '../numbers.ts';
import { isPaidStill, reportedSince } from '../payment-meaning.ts';
import { kindText } from '../states.ts';

type Reported = Parameters<typeof reportedSince>[0] &
  Parameters<typeof moneyText>[0] & { readonly kind: Parameters<typeof kindText>[0] };

/** A note for the accountant: the gateway no longer confirms a booked payment as paid, or confirms it again. */
export function bookNoteText(payment: Reported): string {
  const which = `${kindText(payment.kind)} of ${moneyText(payment)}`;
  return isPaidStill(payment)
    ? `The gateway confirms again that this was paid: ${which}. An earlier export has a note that it did not.`
    : `Booked as paid: ${which}. The gateway has since reported ${reportedSince(payment)}. What became of its money is not known and nothing is reversed here: check the statement and ask the gateway's operator.`;
}

/** Says that an export has notes; null if it has none. */
export function bookNotesText({ notes }: { readonly notes: number }): string | null {
  return notes === 0
    ? null
    : `The gateway has changed what it reports about ${counted(notes, 'booked payment')}. The export has ${notes === 1 ? 'a note of it' : 'a note of each'}, which moves no money.`;
}
