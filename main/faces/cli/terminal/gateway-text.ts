import type { AppEvent } from '../../../../contract/events.ts';

/** What a person reads when a gateway stops or begins answering; `keepsTrying`: whether the command goes on without it. */
export function gatewayText(
  { message, isAway }: Extract<AppEvent, { kind: 'gateway' }>,
  keepsTrying = true,
): string {
  return isAway === true && keepsTrying ? `${message} Bursar keeps trying; nothing is sent twice.` : message;
}
