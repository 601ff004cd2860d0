import type { Actor } from '../../../../contract/actor.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { BatchStore } from './batch-store.ts';
import type { BookStore } from './book-store.ts';
import type { FlowStore } from './flow-store.ts';
import type { FolderStore } from './folder-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import type { PayeeStore } from './payee-store.ts';
import type { PaymentStore } from './payment-store.ts';
import type { ProfileStore } from './profile-store.ts';
import type { ReceivingStore } from './receiving-store.ts';
import type { ReferenceStore } from './reference-store.ts';
import type { RulesStore } from './rules-store.ts';
import type { SettingsStore } from './settings-store.ts';
import type { SheetStore } from './sheet-store.ts';
import type { TreasuryStore } from './treasury-store.ts';

export type * from './approval-store.ts';
export type * from './audit-store.ts';
export type * from './batch-store.ts';
export type * from './book-store.ts';
export type * from './flow-store.ts';
export type * from './folder-store.ts';
export type * from './history-store.ts';
export type * from './maintenance-store.ts';
export type * from './payee-store.ts';
export type * from './payment-store.ts';
export type * from './profile-store.ts';
export type * from './receiving-store.ts';
export type * from './reference-store.ts';
export type * from './rules-store.ts';
export type * from './settings-store.ts';
export type * from './sheet-store.ts';
export type * from './treasury-store.ts';
export type * from './stored-payment.ts';

/** What a person does, or has done: see `Store.as`. */
export type ActorStore = Pick<
  Store,
  | 'addApprovalFile'
  | 'addControls'
  | 'addIncoming'
  | 'addProfile'
  | 'cancelRows'
  | 'changeSettings'
  | 'editProfile'
  | 'explainDifference'
  | 'finishBatch'
  | 'noteSent'
  | 'prolongAwaiting'
  | 'record'
  | 'recordPayees'
  | 'releaseBatch'
  | 'removeProfile'
  | 'scheduleRelease'
  | 'setHasStoredKey'
  | 'setPaused'
  | 'setSigningKey'
  | 'takeBackDraft'
  | 'unschedule'
>;

/**
 * The stored data, and the only ways to change it: one port per subject, each implemented by the folder of `main/store` with the
 * name of the subject. Every method that writes is one transaction, committed and synced before it returns; every change of state
 * appends its event in the same transaction (invariant I6). Times are milliseconds since 1970 UTC. A method with a `limit` works on
 * at most that many rows, so that no call blocks the process for long; call it again until it returns fewer. A record that cannot be read
 * is `databaseDamaged`, except where its list leaves it out and reports it (`leftOutRecords`): those of what is shown by itself, and of work.
 */
export interface Store
  extends
    ApprovalStore,
    AuditStore,
    BatchStore,
    BookStore,
    FlowStore,
    FolderStore,
    HistoryStore,
    MaintenanceStore,
    PayeeStore,
    PaymentStore,
    ProfileStore,
    ReceivingStore,
    ReferenceStore,
    RulesStore,
    SettingsStore,
    SheetStore,
    TreasuryStore {
  /** The same store, where each event names this actor. */
  as(actor: Actor | null): ActorStore;
}
