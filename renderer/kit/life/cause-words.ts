import type { EventRecord } from '../../../contract/payments/payment.ts';

const fixedCauses: Readonly<Record<string, string>> = {
  imported: 'Read from a file',
  released: 'A person released the batch',
  'a person decided': 'A person decided',
  'a person cancelled': 'A person cancelled it',
  'the sandbox began anew': 'The embedded sandbox restarted without its payouts',
  restart: 'Bursar was closed before the gateway answered',
  'restored from a backup': 'A backup was restored, so later changes are not known',
  asked: 'Bursar asked the gateway',
  gatewayUnreachable: 'The gateway could not be reached',
  gatewayNoAnswer: 'The gateway did not answer in time',
  gatewayAnswerUnreadable: 'The gateway response could not be read',
  gatewayUnauthenticated: 'Authentication failed',
  created: 'A person created it',
  link: 'A person created a payment link for it',
  followed: 'A person asked Bursar to follow it',
  'nobody came': 'Nobody had begun to pay it before it expired',
  'external reference set': 'A person gave the gateway a reference for it',
  stopped: 'Sending was stopped before the gateway answered',
};

/** Why a state changed, in words; a cause that is not known here is given as it is. */
export function causeWords({ cause }: Pick<EventRecord, 'cause'>): string {
  const fixed = Object.hasOwn(fixedCauses, cause) ? fixedCauses[cause] : undefined;
  if (fixed !== undefined) return fixed;
  const attempt = /^attempt (\d+)$/.exec(cause)?.[1];
  if (attempt !== undefined)
    return attempt === '1' ? 'Sent to the gateway' : `Same request repeated (attempt ${attempt})`;
  const status = /^answer (\d{3})$/.exec(cause)?.[1];
  return status === undefined ? cause : `The gateway answered ${status}${statusWords(status)}`;
}

function statusWords(status: string): string {
  if (status === '409') return ': it already has this order ID';
  if (status === '410') return ': it does not know this order ID';
  return '';
}

/** Whether the detail of an event is for a person to read, and not a hash. */
export function isReadableDetail(detail: string | null): detail is string {
  return detail !== null && detail !== '' && !/^[0-9a-f]{64}$/.test(detail);
}
