import type { RunUntil } from '../../../contract/batches/batch-operations.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { OtherPayment } from '../../../contract/payments/cause.ts';
import type { Result } from '../../../contract/result.ts';
import type { GatewayClient, StoredPayment } from '../ports/index.ts';
import type { CoreContext } from '../context/context.ts';
import type { Repeats } from '../batches/repeats/ask-repeated.ts';
import type { AskElsewhere } from './asked-first.ts';
import type { FloorGuard } from './floor-guard.ts';
import type { OnHeld } from './held-news.ts';
import type { Guarded } from './safeguards.ts';
import type { Signal } from './signal.ts';

/** The dependencies of a run. */
export type RunContext = Guarded &
  Pick<CoreContext, 'store' | 'clock' | 'random' | 'encode' | 'limits' | 'onContradicted'> & {
    readonly client: GatewayClient;
    /** Called after each commit of intents or findings, with the batches concerned. */
    readonly onRecorded: (batchIds: ReadonlySet<string>) => void;
    readonly floors: FloorGuard;
    readonly repeats: Pick<Repeats, 'hasDoubtful' | 'hasOtherStatus'>;
    readonly askOld: AskElsewhere;
    readonly askIfThere: AskElsewhere;
    /** The retry made elsewhere that paid the row of a payout, or may yet; null if there is none. */
    readonly paidByRetry: (
      payment: StoredPayment,
      signal: AbortSignal,
    ) => Promise<Result<OtherPayment | null>>;
    readonly onHeld: OnHeld;
    /** Called with the error when the gateway falls silent, and with null when it responds again. */
    readonly onSilence: (error: AppError | null) => void;
  };

/** The task of a run. */
export type RunRequest = {
  /** Released batches of one profile. Called again on each pass, since they change. */
  readonly batchIds: () => readonly string[];
  readonly until: RunUntil;
  readonly silenceLimitMs: number;
  readonly signal: AbortSignal;
  /** Notifies when there may be more work, which also sends the next probe of a silent gateway at once. Null: no signal. */
  readonly workSignal: Signal | null;
  /** Whether payouts that are held back because their batch is paused are polled on their schedule; otherwise only while due. */
  readonly keepsAsking: boolean;
};
