import type { Failure } from './requests.ts';

/** How a failure is shown: the status of the page, its heading, what happened and what to do. */
export type FailurePage = {
  readonly status: number;
  readonly title: string;
  readonly messages: readonly string[];
};

/** Messages for every way in which the gateway can fail. */
export function describeFailure(failure: Failure): FailurePage {
  switch (failure.kind) {
    case 'unauthenticated':
      return page(401, 'This payment link has expired', [
        'Its token is invalid or has expired. Ask the merchant for a new link.',
      ]);
    case 'forbidden':
      return page(403, 'This payment link does not permit this payment', [
        'Its token was issued for another order, another amount or currency, or for less than this. Ask the merchant for a new link.',
      ]);
    case 'unknown':
      return page(404, 'This payment is not known', [
        'The gateway does not know this order. Try again in a moment.',
      ]);
    case 'refused':
      return page(
        422,
        'The gateway refused',
        failure.complaints.map(({ field, message }) => (field === null ? message : `${field}: ${message}`)),
      );
    case 'duplicate':
      return page(409, 'This was already done', ['It was not done again.']);
    case 'busy':
      return page(503, 'The gateway is busy', [
        'It has too much to do at this moment. It did not process this. Try again shortly.',
      ]);
    case 'down':
      return page(502, 'The gateway does not answer', [
        'Its answer could not be read. Try again: the order is paid once, however often you try.',
      ]);
  }
}

function page(status: number, title: string, messages: readonly string[]): FailurePage {
  return { status, title, messages };
}
