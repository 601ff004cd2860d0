import type { AuditStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { checkpointMethods } from './checkpoints.ts';
import { evidenceMethods } from './evidence.ts';
import { eventMethods } from './find-events.ts';
import { verifyMethods } from './verify-log.ts';

/** Implements AuditStore. */
export function auditStore(context: Context): AuditStore {
  return sumOf([
    verifyMethods(context),
    checkpointMethods(context),
    evidenceMethods(context),
    eventMethods(context),
  ]);
}
