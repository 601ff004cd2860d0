import type { PaymentStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { claimMethods } from './claim.ts';
import { dueMethods } from './due.ts';
import { findPaymentMethods } from './find-payments.ts';
import { recordMethods } from './record.ts';

/** Implements PaymentStore; `beforeSending` runs after each commit of an intent and before it is returned. */
export function paymentStore(context: Context, beforeSending: () => void): PaymentStore {
  return sumOf([
    claimMethods(context, beforeSending),
    dueMethods(context),
    recordMethods(context),
    findPaymentMethods(context),
  ]);
}
