import { mostPaymentsOfPayee } from '../../audit.ts';
import { countText } from '../numbers.ts';

/** Says which events a list about one payee leaves out. */
export const payeeEventsText = `Of the payouts to this payee, at most the newest ${countText(mostPaymentsOfPayee)} are included.`;
