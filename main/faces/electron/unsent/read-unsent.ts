import { operations, type OperationOutput } from '../../../../contract/operations.ts';
import type { Host } from '../../window/host.ts';

export type Unsent = OperationOutput<'runner.unsent'>;

/** What would wait if Bursar were closed now; null: unknown. */
export async function readUnsent(host: Pick<Host, 'call'>): Promise<Unsent | null> {
  const answer = await host.call('runner.unsent', {}, null);
  return answer.ok ? (operations['runner.unsent'].output.safeParse(answer.value).data ?? null) : null;
}
