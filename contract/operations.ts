import { Check } from './maintenance/check.ts';
import { z } from 'zod';
import { approvalFolderOperations } from './approvals/approval-folder.ts';
import { approvalOperations } from './approvals/approval-operations.ts';
import { auditOperations } from './audit.ts';
import { evidenceOperations } from './evidence/evidence.ts';
import { callbackOperations } from './receiving/callbacks.ts';
import { historyOperations } from './payments/history.ts';
import { incomingOperations } from './receiving/incoming.ts';
import { linkOperations } from './receiving/links.ts';
import { nothing, operation, text } from './operation.ts';
import { Profile, ProfileName } from './profile.ts';
import { payeeOperations } from './payees/payee.ts';
import { referenceOperations } from './reference.ts';
import { settingsOperations } from './settings.ts';
import { sheetOperations } from './batches/sheet-operations.ts';
import { scheduleOperations } from './batches/schedule.ts';
import { sheetFindingOperations } from './batches/sheet-findings.ts';
import { bookOperations } from './treasury/books.ts';
import { ErrorCode } from './errors.ts';
import { flowOperations } from './treasury/flows.ts';
import { positionOperations } from './treasury/position.ts';
import { statementOperations } from './treasury/statement.ts';
import { treasuryOperations } from './treasury.ts';
import { touchesComputer, touchesNothing, touchesProfile } from './touches.ts';
import { batchOperations } from './batches/batch-operations.ts';
import { profileOperations } from './profile-operations.ts';

/**
 * Every operation of Bursar, by name. To add one, define it in the file of its subject, which is spread here, and
 * implement it in `main/core`; every face then has it.
 */
export const operations = {
  ...profileOperations,
  ...batchOperations,
  /**
   * Sends and tracks every released batch that is not paused, in the background, from now until `runner.stop`: those that are
   * unfinished now, and each one as it is released. Meanwhile the callback listener runs, if a person has turned it on.
   */
  'runner.start': operation(nothing, nothing, touchesNothing),
  /** Stops cleanly: payments in progress are awaited and recorded; nothing new is sent, and the callback listener stops. */
  'runner.stop': operation(nothing, nothing, touchesNothing),
  /** `problems` says for which profiles sending is blocked, and why. `batchId`: only that batch waits; null: all do. `isIncoming`: payins and top-ups, not payouts. */
  'runner.state': operation(
    nothing,
    z.object({
      isRunning: z.boolean(),
      /** Released batches of payouts that still have something to send or to poll. */
      batchIds: z.array(z.string()),
      problems: z.array(
        z.object({
          profileName: z.string(),
          isIncoming: z.boolean(),
          batchId: z.string().nullable(),
          code: ErrorCode,
          message: z.string(),
        }),
      ),
    }),
    touchesNothing,
  ),
  /** What would wait if Bursar were closed now; nothing while the background does not run. */
  'runner.unsent': operation(
    nothing,
    z.object({
      /** Payouts, payins and top-ups that are not sent, or in doubt. Paused and accepted ones are not counted. */
      count: z.number().int(),
      /** Payouts among them whose first request is still to come, or on its way. */
      beingSent: z.number().int(),
      /** Times (ISO 8601) of the scheduled releases to come, earliest first. */
      scheduledFor: z.array(z.string()),
    }),
    touchesNothing,
  ),
  /** Starts the embedded sandbox with a profile, a temporary key and a sample batch; returns the existing one if there is one. */
  'trial.begin': operation(nothing, Profile, touchesNothing),
  /** Whether the gateway of a profile answered when it was last asked; null: not asked yet. */
  'gateway.state': operation(
    z.strictObject({ profileName: ProfileName.optional() }),
    z.object({
      isReachable: z.boolean().nullable(),
      since: z.string().nullable(),
      message: z.string().nullable(),
    }),
    touchesProfile,
  ),

  /** Also compares derived data (history index, search, counts, payees) with its source. Progress is reported as `doctor`. */
  'doctor.run': operation(nothing, z.array(Check), touchesComputer),
  /** Rebuilds the history index, search, counts and payees from the payments. Progress is reported as `rebuild`. */
  'data.rebuild': operation(nothing, nothing, touchesComputer),
  /** Backs up the database while it is in use. Progress is reported as `backup`, in bytes. */
  'data.backup': operation(
    z.strictObject({ path: text(4096) }),
    z.object({ path: z.string(), bytes: z.number().int() }),
    touchesComputer,
  ),
  ...scheduleOperations,
  ...approvalOperations,
  ...approvalFolderOperations,
  ...auditOperations,
  ...evidenceOperations,
  ...sheetOperations,
  ...sheetFindingOperations,
  ...historyOperations,
  ...incomingOperations,
  ...treasuryOperations,
  ...bookOperations,
  ...flowOperations,
  ...positionOperations,
  ...statementOperations,
  ...payeeOperations,
  ...settingsOperations,
  ...referenceOperations,
  ...callbackOperations,
  ...linkOperations,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

const commandLineNames = ['tokens.create', 'batches.releaseDue'] as const satisfies readonly OperationName[];
/** Operations that no window serves, because a compromised page must not have their results or effects (invariant I5). */
export const commandLineOperations: ReadonlySet<OperationName> = new Set(commandLineNames);
export type WindowOperationName = Exclude<OperationName, (typeof commandLineNames)[number]>;

export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type ParsedInput<Name extends OperationName> = z.output<Operations[Name]['input']>;
export type OperationOutput<Name extends OperationName> = z.output<Operations[Name]['output']>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
