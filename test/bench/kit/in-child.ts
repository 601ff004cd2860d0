import { once } from 'node:events';
import type { z } from 'zod';

/** The other side of children.ts. */

process.once('disconnect', () => process.exit(1));
// So that what an exit takes away is taken away too when the parent ends a server.
process.once('SIGTERM', () => process.exit(0));

function tell(message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined)
      reject(new Error('this script is a part of the benchmarks: npm run bench'));
    else process.send(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}

async function firstMessage<Input>(input: z.ZodType<Input>): Promise<Input> {
  const [message]: unknown[] = await once(process, 'message');
  return input.parse(message);
}

/** Does one piece of work with the input that the parent sends, answers with what it gives, and ends. */
export async function work<Input>(
  input: z.ZodType<Input>,
  task: (input: Input) => Promise<object>,
): Promise<void> {
  await tell(await task(await firstMessage(input)));
  process.exit(0);
}

/** Starts a server with the input that the parent sends, and reports whenever it is asked. */
export async function serve<Input>(
  input: z.ZodType<Input>,
  begin: (input: Input) => Promise<{ readonly url: string; report(): object }>,
): Promise<void> {
  const { url, report } = await begin(await firstMessage(input));
  process.on('message', () => void tell(report()));
  await tell({ url });
}
