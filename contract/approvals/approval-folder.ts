import { z } from 'zod';
import { FileBytes, nothing, operation, text } from '../operation.ts';
import { touchesNothing } from '../touches.ts';
import { PersonShown, SignedFile } from './approval-operations.ts';

/** The largest signed file whose content is read without a person: what is larger is read when one opens it. */
export const largestFileReadAlone = 2 * 1024 * 1024;

/** A signed file in the watched folder that waits for a person here. Its name, and what it says, are the word of another computer. */
export const WaitingFile = z.object({
  name: z.string(),
  bytes: z.number().int(),
  changedAt: z.string(),
  /** `unread`: too large to be read by itself. `unreadable`: `problem` says why. */
  kind: z.enum([
    'request',
    'controlRequest',
    'approval',
    'rejection',
    'withdrawal',
    'card',
    'unread',
    'unreadable',
  ]),
  /** Who signed it. */
  by: PersonShown.nullable(),
  /** The file that was prepared, of a request; or the batch here that a decision is about. */
  about: z.string().nullable(),
  problem: z.string().nullable(),
});
export type WaitingFile = z.infer<typeof WaitingFile>;

const fileName = text(1024);

/** The folder, usually a shared one, that is watched for signed files. Nothing is done with a file until a person opens it. */
export const approvalFolderOperations = {
  'approvals.folder': operation(
    nothing,
    z.object({
      /** As it is set; null: none is watched. */
      path: z.string().nullable(),
      files: z.array(WaitingFile),
      /** Whether the folder holds more files than are looked at. */
      hasMore: z.boolean(),
      /** Why the folder could not be looked into the last time. */
      problem: z.string().nullable(),
    }),
    touchesNothing,
  ),
  /** The bytes of a file that waits, for a person who opens it. */
  'approvals.openWaiting': operation(
    z.strictObject({ name: fileName }),
    z.object({ bytes: FileBytes }),
    touchesNothing,
  ),
  /** Shows a file no more that waits here; it stays in the folder. */
  'approvals.dismissWaiting': operation(z.strictObject({ name: fileName }), nothing, touchesNothing),
  /** Puts a file that was signed with the personal key of this computer into the folder, under a name of its own. */
  'approvals.share': operation(
    z.strictObject({ file: SignedFile }),
    z.object({ path: z.string() }),
    touchesNothing,
  ),
} as const;
