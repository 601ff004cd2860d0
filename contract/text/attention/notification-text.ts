import type { EndedBatches, Notification } from '../../notifications.ts';
import { titleOfItem } from './attention-text.ts';
import { counted, countText } from '../numbers.ts';
import { exceptionTexts } from '../outcome.ts';

/** A notification in words; its title alone says what happened. */
export function notificationText(notification: Notification): {
  readonly title: string;
  readonly body: string;
} {
  switch (notification.kind) {
    case 'batchEnded':
      return endedText(notification);
    case 'attention':
      return attentionText(notification);
    case 'lowBalance':
      return balanceText(notification);
    case 'approvalWaiting':
      return approvalText(notification);
  }
}

type Of<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>;
type Words = ReturnType<typeof notificationText>;

/** The outcome of the payouts of batches: `58 paid, 2 not paid`. */
function outcomeText({ paid, ...others }: EndedBatches): string {
  return [`${countText(paid)} paid`, ...exceptionTexts(others)].join(', ');
}

const environmentWord = { live: 'Live', sandbox: 'Sandbox' } as const;

function endedText({ ended, batch }: Of<'batchEnded'>): Words {
  const [only] = ended;
  if (batch !== null && only !== undefined)
    return {
      title: `Batch ended: ${outcomeText(only)}`,
      body: `${environmentWord[only.environment]}, profile ${batch.profileName}, batch ${batch.batchId}.`,
    };
  const all = ended.reduce((sum, { batches }) => sum + batches, 0);
  return {
    title: `${countText(all)} batches ended`,
    body: ended
      .map(
        (each) =>
          `${environmentWord[each.environment]}, ${counted(each.batches, 'batch', 'batches')}: ${outcomeText(each)}.`,
      )
      .join(' '),
  };
}

function attentionText({ items, count, profileName }: Of<'attention'>): Words {
  const titles = items.map((kind) => titleOfItem({ kind }));
  const where = profileName === '' ? '' : `Profile ${profileName}. `;
  return count === 1
    ? { title: `Needs attention: ${titles.join(', ')}`, body: `${where}Open Bursar for the details.` }
    : { title: `${countText(count)} items need attention`, body: `${where}${titles.join(', ')}.` };
}

/** A balance is known only as of its last reading. */
function balanceText({ low, projected, balance }: Of<'lowBalance'>): Words {
  if (balance !== null)
    return low > 0
      ? {
          title: `Low balance: ${balance.currencyCode}`,
          body: `Profile ${balance.profileName}: as last read, the balance is below its alert limit.`,
        }
      : {
          title: `Balance will be low: ${balance.currencyCode}`,
          body: `Profile ${balance.profileName}: once all committed payouts are paid, the balance is below its alert limit.`,
        };
  const parts = [
    ...(low === 0 ? [] : [`${countText(low)} below the alert limit as last read`]),
    ...(projected === 0 ? [] : [`${countText(projected)} once all committed payouts are paid`]),
  ];
  return { title: `${countText(low + projected)} low balances`, body: `${parts.join(', ')}.` };
}

function approvalText({ requests, others }: Of<'approvalWaiting'>): Words {
  const body = 'In the shared folder. Open Bursar to see who signed what.';
  if (requests === 0)
    return { title: `${counted(others, 'signed file')} ${others === 1 ? 'waits' : 'wait'}`, body };
  return {
    title: `${counted(requests, 'approval request')} ${requests === 1 ? 'waits' : 'wait'}`,
    body: others === 0 ? body : `With ${counted(others, 'other signed file')}. ${body}`,
  };
}
