import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';

/** Everything is measured in processes of its own, begun for one measurement, so that none warms up or disturbs another. */

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

let profileFolder: string | null = null;

/** From now on every child that does work writes a CPU profile into this folder. */
export function profileInto(folder: string): void {
  profileFolder = folder;
}

function start(script: string, nodeOptions: readonly string[]): ChildProcess {
  const child = fork(path.resolve(import.meta.dirname, '..', script), {
    execArgv: [...nodeOptions],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
}

/** Rejects when the child ends instead of answering. */
async function nextMessage(script: string, child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController();
  const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
    throw new Error(`${script} ended with ${String(code)} and no answer`);
  });
  const answered = once(child, 'message', { signal: waiting.signal }).then(([message]): unknown => message);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    waiting.abort();
    await Promise.allSettled([answered, ended]);
  }
}

/** Runs a script as a child: it is given the input and gives one answer. */
export async function runChild<Output>(
  script: string,
  input: object,
  output: z.ZodType<Output>,
): Promise<Output> {
  const profiling =
    profileFolder === null
      ? []
      : [
          '--cpu-prof',
          '--cpu-prof-dir',
          profileFolder,
          '--cpu-prof-name',
          `${path.basename(script)}-${Date.now()}.cpuprofile`,
        ];
  const child = start(script, ['--expose-gc', ...profiling]);
  const ended = once(child, 'exit');
  child.send(input);
  const message = await nextMessage(script, child);
  await ended;
  return output.parse(message);
}

/** A server in a child. */
export type ServerChild = {
  readonly url: string;
  /** What the server reports of what came in. */
  report<Output>(output: z.ZodType<Output>): Promise<Output>;
  stop(): Promise<void>;
};

export async function startServer(script: string, input: object): Promise<ServerChild> {
  const child = start(script, []);
  child.send(input);
  const { url } = z.object({ url: z.string() }).parse(await nextMessage(script, child));
  return {
    url,
    async report(output) {
      child.send('report');
      return output.parse(await nextMessage(script, child));
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
