import type { CallbackFault } from '../receiving/callbacks.ts';

/** The error of a request to the callback listener, in words. */
export function callbackFaultText(fault: CallbackFault): string {
  switch (fault.code) {
    case 'noSuchAddress':
      return 'Address not found.';
    case 'notPost':
      return 'A callback is a POST request.';
    case 'tooLarge':
      return `The body is larger than ${fault.mostBytes} bytes.`;
    case 'notHttp':
      return 'Not an HTTP request.';
    case 'tooSlow':
      return 'It took too long.';
    case 'headersTooLarge':
      return 'Its headers are too large.';
    case 'notJson':
      return 'The body is not JSON.';
    case 'badOrderId':
      return 'idEntity is not an order ID.';
    case 'noPayment':
      return 'The callback names no payment; it was ignored.';
    case 'unknownPayment':
      return 'The profile has no payment with this order ID.';
    case 'notSentHere':
      return 'By these records, the payment with this order ID was not sent from here. It may have been sent elsewhere.';
    case 'tooMany':
      return 'Too many payments are waiting, so this callback caused no query. Refresh the payment to ask now.';
    case 'other':
      return fault.text;
  }
}
