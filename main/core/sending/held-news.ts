import type { AppError } from '../../../contract/errors.ts';
import type { FoundHolds, StoredHold } from '../treasury/floor-holds.ts';
import type { FloorGuard } from './floor-guard.ts';

/** Called with the findings about batches that a floor holds, or held, and the reason for the first held one; null: none is. */
export type OnHeld = (found: FoundHolds, error: AppError | null) => void;

/** Reports when a floor begins or stops holding a batch of a run, or holds it for another reason. */
export function createHeldNews(floors: Pick<FloorGuard, 'found' | 'problem'>, onHeld: OnHeld): () => void {
  /** The last reported reason per batch. */
  const reported = new Map<string, string>();
  let reportedProblem: AppError | null = null;
  return () => {
    const news = new Map<string, StoredHold | null>();
    for (const [batchId, hold] of floors.found()) {
      const text = hold === null ? undefined : JSON.stringify(hold);
      if (text === reported.get(batchId)) continue;
      if (text === undefined) reported.delete(batchId);
      else reported.set(batchId, text);
      news.set(batchId, hold);
    }
    // While the balance is being read again, the last report stands.
    const problem = floors.problem() ?? (reported.size > 0 ? reportedProblem : null);
    if (news.size === 0 && problem?.message === reportedProblem?.message) return;
    reportedProblem = problem;
    onHeld(news, problem);
  };
}
