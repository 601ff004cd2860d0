import type { Store } from '../core/ports/index.ts';
import { approvalStore } from './approvals/index.ts';
import { auditStore } from './audit/index.ts';
import { batchStore } from './batches/index.ts';
import type { Connection } from './connection.ts';
import { actorJson } from './audit/read-actor.ts';
import { contextOn, sumOf, type Context } from './context.ts';
import { bookStore } from './books/index.ts';
import { flowStore } from './flows/index.ts';
import { folderStore, type Home } from './folder/index.ts';
import { historyStore } from './history/index.ts';
import { maintenanceStore } from './maintenance/index.ts';
import { payeeStore } from './payees/index.ts';
import { paymentStore } from './payments/index.ts';
import { profileStore } from './profiles/index.ts';
import { receivingStore } from './receiving/index.ts';
import { referenceStore } from './reference/index.ts';
import { rulesStore } from './rules/index.ts';
import { settingsStore } from './settings/index.ts';
import { sheetStore } from './sheets/index.ts';
import { treasuryStore } from './treasury/index.ts';

/** The store on a connection whose database is at the latest version: the sum of its subjects, each in the folder of its name. */
export function createStore(connection: Connection, home: Home): Store {
  const context = contextOn(connection);
  const store = storeOn(context, home);
  return { ...store, as: (actor) => storeOn({ ...context, actor: actorJson(actor) }, home) };
}

function storeOn(context: Context, home: Home): Omit<Store, 'as'> {
  return sumOf([
    approvalStore(context, home.copies ?? null),
    auditStore(context),
    batchStore(context),
    bookStore(context),
    flowStore(context),
    folderStore(context, home),
    historyStore(context),
    maintenanceStore(context),
    payeeStore(context),
    // A claimed payment may be sent, so the mark of its intent must be on disk first.
    paymentStore(context, () => home.marks?.sync()),
    profileStore(context),
    receivingStore(context),
    referenceStore(context),
    rulesStore(context),
    settingsStore(context),
    sheetStore(context),
    treasuryStore(context),
  ]);
}
