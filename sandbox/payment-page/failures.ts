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
      return {
        status: 401,
        title: 'This payment link has expired',
        messages: ['Its token is invalid or has expired. Ask the merchant for a new link.'],
      };
    case 'forbidden':
      return {
        status: 403,
        title: 'This payment link does not permit this payment',
        messages: [
          'Its token was issued for another order, another amount or currency, or for less than this. Ask the merchant for a new link.',
        ],
      };
    case 'unknown':
      return {
        status: 404,
        title: 'This payment is not known',
        messages: ['The gateway does not know this order. Try again in a moment.'],
      };
    case 'refused':
      return {
        status: 422,
        title: 'The gateway refused',
        messages: failure.complaints.map(({ field, message }) =>
          field === null ? message : `${field}: ${message}`,
        ),
      };
    case 'duplicate':
      return { status: 409, title: 'This was already done', messages: ['It was not done again.'] };
    case 'busy':
      return {
        status: 503,
        title: 'The gateway is busy',
        messages: ['It has too much to do at this moment. It did not process this. Try again shortly.'],
      };
    case 'down':
      return {
        status: 502,
        title: 'The gateway does not answer',
        messages: ['Its answer could not be read. Try again: the order is paid once, however often you try.'],
      };
  }
}
