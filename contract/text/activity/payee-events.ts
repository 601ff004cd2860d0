import { mostPaymentsOfPayee } from '../../audit.ts';
import { countText } from '../numbers.ts';

/** What a list of the events about one payee may leave out, in words. */
export const payeeEventsText = `Of the payouts to this payee, the events of the newest ${countText(mostPaymentsOfPayee)} are listed.`;
