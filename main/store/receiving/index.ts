import type { ReceivingStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { callbackMethods } from './callbacks.ts';
import { incomingMethods } from './incoming.ts';

/** Implements ReceivingStore. */
export function receivingStore(context: Context): ReceivingStore {
  return sumOf([incomingMethods(context), callbackMethods(context)]);
}
