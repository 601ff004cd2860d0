import { z } from 'zod';
import { FileBytes, nothing, operation, text } from '../operation.ts';
import { touchesNothing } from '../touches.ts';
import { PersonShown, SignedFile } from './approval-operations.ts';

/** The largest signed file that is read without a person: larger ones are read when one opens them. */
export const largestFileReadAlone = 2 * 1024 * 1024;

/** A signed file in the watched folder that waits for a person here. Its name and content are unverified claims of another computer. */
export const WaitingFile = z.object({
  name: z.string(),
  bytes: z.number().int(),
  changedAt: z.string(),
  /** `unread`: too large to be read automatically. `unreadable`: `problem` says why. */
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
  /** The prepared file of a request; or the local batch that a decision is about. */
  about: z.string().nullable(),
  problem: z.string().nullable(),
});
export type WaitingFile = z.infer<typeof WaitingFile>;

const fileName = text(1024);

/** The watched folder for signed files, usually a shared one. Nothing happens to a file until a person opens it. */
export const approvalFolderOperations = {
  'approvals.folder': operation(
    nothing,
    z.object({
      /** The setting; null: no folder is watched. */
      path: z.string().nullable(),
      files: z.array(WaitingFile),
      /** Whether the folder has more files than are read. */
      hasMore: z.boolean(),
      /** Why the folder could not be read the last time, or that it is still being read. */
      problem: z.string().nullable(),
    }),
    touchesNothing,
  ),
  /** The bytes of a waiting file, for a person who opens it. */
  'approvals.openWaiting': operation(
    z.strictObject({ name: fileName }),
    z.object({ bytes: FileBytes }),
    touchesNothing,
  ),
  /** Dismisses a waiting file as it was last changed when a person saw it; it stays in the folder. */
  'approvals.dismissWaiting': operation(
    z.strictObject({ name: fileName, changedAt: text(40) }),
    nothing,
    touchesNothing,
  ),
  /** Saves a file that was signed with the personal key of this computer to the folder, under a new name. */
  'approvals.share': operation(
    z.strictObject({ file: SignedFile }),
    z.object({ path: z.string() }),
    touchesNothing,
  ),
} as const;
