import { Buffer } from 'node:buffer';
import { onTestFinished } from 'vitest';
import {
  TablePlace,
  type SheetRow,
  type SheetSource,
  type SheetSummary,
} from '../../contract/batches/sheet.ts';
import type { SheetChange, SheetView } from '../../contract/batches/sheet-change.ts';
import { MethodRules } from '../../contract/batches/source.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { AppError } from '../../contract/errors.ts';
import { fail, succeed, type Result } from '../../contract/result.ts';
import { batchHandlers } from '../../main/core/batches/batch-handlers.ts';
import type { Call, CoreContext } from '../../main/core/context/context.ts';
import type { GatewayClient, Store } from '../../main/core/ports/index.ts';
import { clearSheets } from '../../main/core/sheets/clear-sheets.ts';
import { sheetHandlers } from '../../main/core/sheets/sheet-handlers.ts';
import { createFiles } from '../../main/files/index.ts';
import { encodePayoutBody } from '../../main/gateway/index.ts';
import { createMemoryKeys } from '../../main/keys/index.ts';
import { systemClock } from '../../main/system.ts';
import { gatewayDouble } from './gateway-double.ts';
import { openMemoryStore, type MemoryStore } from './memory-store.ts';
import { addProfile } from './store.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { confirmedAll } from './confirmed-all.ts';

/** A gateway that reports every payout as ended without success, as before the release of a retry. */
const clientOf = (store: Store): GatewayClient =>
  gatewayDouble({
    checkAccess: () => Promise.resolve(succeed(null)),
    balances: () => Promise.resolve(fail('gatewayUnreachable', 'Nobody asks for balances here.')),
    codes: () => Promise.resolve(fail('gatewayUnreachable', 'There are no code lists here.')),
    availableOptions: () => Promise.resolve(fail('gatewayUnreachable', 'Nobody asks for methods here.')),
    readPayment: ({ idPayment }) => {
      const payment = store.findPayment(idPayment);
      if (payment === null) return Promise.resolve(fail('gatewayNotFound', 'There is no such payment.'));
      const value = {
        money: { amount: payment.amount, currencyCode: payment.currencyCode },
        status: 'FAILED',
        createdAt: null,
        processedAt: '2026-01-05T17:30:00.000Z',
        isTest: null,
        fee: null,
        paymentMethodCode: null,
        instructions: null,
      };
      return Promise.resolve(succeed({ value, status: 200, raw: '{}' }));
    },
  });
const call: Call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
const wholeView: SheetView = { onlyProblems: false, pass: null, search: '', filters: [], sort: null };

export function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The operations on sheets over this store, as a window calls them. */
export async function openDesk(store: Store, seed = 1) {
  const events: AppEvent[] = [];
  const parts: CoreContext = {
    store,
    gateway: { client: () => clientOf(store) },
    keys: createMemoryKeys(),
    files: createFiles({ clock: systemClock }),
    clock: systemClock,
    random: new SeededRandom(seed),
    encode: encodePayoutBody,
    emit: (event) => events.push(event),
    limits: { submissions: 1, polls: 1 },
    requestsPerSecond: null,
    servesLive: true,
  };
  await clearSheets(parts, true);
  const sheets = sheetHandlers(parts);
  const batches = batchHandlers(parts);
  const open = async (source: SheetSource, { signal }: Pick<Call, 'signal'> = call) =>
    sheets['sheets.open']({ source: withDefaults(source) }, { ...call, signal });
  const opened = async (source: SheetSource): Promise<SheetSummary> => {
    const opening = must(await open(source));
    if (opening.kind !== 'opened') throw new Error(JSON.stringify(opening));
    return opening.sheet;
  };
  return {
    parts,
    events,
    sheets,
    batches,
    call,
    open,
    opened,
    /** A sheet of this CSV. */
    csv: (text: string, fileName = 'payouts.csv') =>
      opened({ kind: 'file', fileName, bytes: Buffer.from(text) }),
    change: async (sheetId: string, change: SheetChange) =>
      must(await sheets['sheets.change']({ sheetId, change }, call)),
    undo: async (sheetId: string) => must(await sheets['sheets.undo']({ sheetId }, call)),
    redo: async (sheetId: string) => must(await sheets['sheets.redo']({ sheetId }, call)),
    show: async (sheetId: string) => must(await sheets['sheets.show']({ sheetId }, call)),
    prepare: async (sheetId: string) => sheets['sheets.prepare']({ sheetId }, call),
    /** The batch that this sheet becomes. */
    prepared: async (sheetId: string) => must(await sheets['sheets.prepare']({ sheetId }, call)).batchId,
    /** Why it does not become a batch. */
    async refusal(sheetId: string): Promise<AppError> {
      const result = await sheets['sheets.prepare']({ sheetId }, call);
      if (result.ok) throw new Error('it was prepared');
      return result.error;
    },
    remove: async (sheetId: string) => must(await sheets['sheets.remove']({ sheetId }, call)),
    async rows(sheetId: string, view: Partial<SheetView> = {}): Promise<SheetRow[]> {
      const rows: SheetRow[] = [];
      for (;;) {
        const page = must(
          await sheets['sheets.rows'](
            { sheetId, view: { ...wholeView, ...view }, from: rows.length, limit: 500 },
            call,
          ),
        );
        rows.push(...page.rows);
        if (rows.length >= page.count) return rows;
      }
    },
    async release(batchId: string): Promise<void> {
      const { rowsHash } = must(await batches['batches.summary']({ batchId }, call));
      const confirmed = confirmedAll(must(await batches['batches.duplicates']({ batchId }, call)));
      must(await batches['batches.release']({ batchId, rowsHash, confirmed }, call));
    },
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

type NewDesk = { readonly desk: Desk; readonly store: MemoryStore };

/** A desk on a database of its own, in memory. */
export async function newDesk(): Promise<NewDesk> {
  const store = openMemoryStore();
  addProfile(store);
  return closedAfterwards(store, await openDesk(store));
}

/** The same desk after the program was ended and started again. */
export async function reopened(store: MemoryStore, seed = 2): Promise<NewDesk> {
  const again = openMemoryStore({ image: store.image() });
  store.close();
  return closedAfterwards(again, await openDesk(again, seed));
}

function closedAfterwards(store: MemoryStore, desk: Desk): NewDesk {
  onTestFinished(() => {
    if (store.database.open) store.close();
  });
  return { desk, store };
}

export const sheetHeader = 'amount,currency,method,name,iban,order id,reference\n';

/** A valid line under that header, for a number of one or two digits. */
export const sheetLine = (place: number, id = ''): string =>
  `${place}.50,EUR,SEPA,Payee ${place},DE89370400440532013000,${id},Invoice ${place}\n`;

type Rules = Extract<SheetSource, { kind: 'file' }>['methodRules'];

const withoutOptions = (rules: NonNullable<Rules> | null) =>
  rules === null ? null : MethodRules.parse(rules);

type Parsed = Parameters<ReturnType<typeof sheetHandlers>['sheets.open']>[0]['source'];

function withDefaults(source: SheetSource): Parsed {
  if (source.kind !== 'file' && source.kind !== 'clipboard') return source;
  const answers = { columns: source.columns ?? null, decimalSign: source.decimalSign ?? null };
  return source.kind === 'clipboard'
    ? { ...source, ...answers }
    : {
        ...source,
        ...answers,
        place: TablePlace.parse(source.place ?? {}),
        isAsking: source.isAsking ?? false,
        methodRules: withoutOptions(source.methodRules ?? null),
      };
}
