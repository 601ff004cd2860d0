import type { MaintenanceStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { checkDerived } from './check-derived.ts';
import { rebuildDerived } from './rebuild-derived.ts';

/** Implements MaintenanceStore. */
export function maintenanceStore(context: Context): MaintenanceStore {
  return {
    checkDerived: (keysOf, describe) => checkDerived(context, keysOf, describe),
    rebuildDerived: (keysOf) => rebuildDerived(context, keysOf),
    leftOutRecords: () => context.leftOut.records,
    whenLeftOut: (listener) => context.leftOut.listen(listener),
  };
}
