import type { BatchStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { findBatchMethods } from './batches.ts';
import { cancelMethods } from './cancel.ts';
import { duplicateMethods } from './duplicates.ts';
import { importMethods } from './import-rows.ts';
import { payeeMethods } from './payees.ts';
import { keyMethods } from './payment-keys.ts';
import { pauseMethods } from './pause.ts';
import { releaseMethods } from './release.ts';
import { scheduleMethods } from './schedules.ts';
import { takeBackMethods } from './take-back.ts';

/** Implements BatchStore. */
export function batchStore(context: Context): BatchStore {
  return sumOf([
    findBatchMethods(context),
    importMethods(context),
    takeBackMethods(context),
    keyMethods(context),
    duplicateMethods(context),
    payeeMethods(context),
    releaseMethods(context),
    scheduleMethods(context),
    cancelMethods(context),
    pauseMethods(context),
  ]);
}
