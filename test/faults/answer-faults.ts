import type { Fault } from './faults.ts';

/** Faults in what an answer of the gateway is taken for, before anything is decided by it. */
export const answerFaults: readonly Fault[] = [
  {
    name: 'an answer about another payment is believed',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/payment-detail.ts',
        find: 'if (payment === null || isOther(payment, asked)) return null;',
        put: 'if (payment === null) return null;',
      },
    ],
  },
  {
    name: 'the status of an envelope is taken for that of the payment',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/payment-detail.ts',
        find: 'return isProcess && textProperty(process, statusNames) !== null;',
        put: 'return textProperty(process, statusNames) !== null;',
      },
    ],
  },
];
