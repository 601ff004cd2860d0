import { createServer } from 'node:net';

/** Below the ports from which systems take those of outgoing connections, and those of servers that do not name theirs. */
const choosable = { first: 15_000, count: 15_000 } as const;

/**
 * This port of the loopback address if nothing listens there, else any that is free; 0 wishes for none. Nobody is given one of these
 * without naming it: it stays free until it is used, and while a server that left is away.
 */
export function freePort(wished = 0): Promise<number> {
  const another = (): Promise<number> =>
    freePort(choosable.first + Math.floor(Math.random() * choosable.count));
  if (wished === 0) return another();
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(another()));
    server.listen(wished, '127.0.0.1', () => server.close(() => resolve(wished)));
  });
}
