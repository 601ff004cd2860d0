import type { ErrorCode } from '../../contract/errors.ts';

/** What the runner cannot do for a profile, briefly. By default it may be about payments that were all sent, or that others make. */
export function runnerBrief(profileName: string, code: ErrorCode): string {
  switch (code) {
    case 'floorReached':
      return `A batch of ${profileName} waits for money.`;
    case 'retryWaits':
      return `A payout of ${profileName} waits for an answer about another.`;
    default:
      return `Sending or asking about payments of ${profileName} is blocked.`;
  }
}
