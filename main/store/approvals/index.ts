import type { ApprovalStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import type { ControlCopies } from '../folder/control-copies.ts';
import { approvalFileMethods } from './approval-files.ts';
import { controlMethods } from './controls.ts';

/** Implements ApprovalStore. */
export function approvalStore(context: Context, copies: ControlCopies | null): ApprovalStore {
  return sumOf([controlMethods(context, copies), approvalFileMethods(context)]);
}
