import type { RetryFault } from '../../batches/fault.ts';
import { stateText } from '../states.ts';

/** Why a row must not be paid: it retries a payout that may be paid, or another one pays it. */
export function retryFaultText(fault: RetryFault): string {
  switch (fault.code) {
    case 'retryNotFailed':
      return `Payout ${fault.idPayout} is ${stateText(fault.state)}, no longer failed or rejected. It is not paid again.`;
    case 'retryRepeated':
      return `Another row already retries what payout ${fault.idPayout} was to pay.`;
    case 'retryUnknown':
      return `Payout ${fault.idPayout}, which this row retries, was not sent from these records, so they do not say what became of it. Release the retry on the computer that sent that payout.`;
    case 'retryForgotten':
      return `The gateway no longer knows payout ${fault.idPayout}, which had failed, so it cannot say whether that was paid after all, and the row is not retried. Ask the gateway's operator; if it was not paid, pay it in a new file.`;
    case 'retryElsewhere': {
      const status = fault.status === null ? '' : `, with status ${fault.status}`;
      return `The gateway has a later payout for the row of payout ${fault.idPayout}: ${fault.by}${status}. It is not in these records: another computer sent it, or they were lost. The row is not paid again.`;
    }
    case 'retryStands': {
      const { idPayout, by } = fault;
      return by.state === 'draft'
        ? `The draft ${by.batchId} already retries payout ${idPayout}. Release or discard that draft.`
        : `Payout ${by.idPayment}, which is ${stateText(by.state)}, already replaces payout ${idPayout}. The row is not paid again.`;
    }
  }
}
