import type { IncomingMessage, Server } from 'node:http';

/** Listens, and returns the base address without a trailing slash. Rejects if the port is in use. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new TypeError('the server has no port'));
      else resolve(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
    });
  });
}

/** Stops listening and closes every connection. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** The complete body of a message, if it has at most `largestBytes` bytes and is not truncated. */
export async function readMessage(
  message: IncomingMessage,
  largestBytes: number,
): Promise<Uint8Array | 'tooLarge' | 'broken'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) return 'broken';
      size += chunk.length;
      if (size > largestBytes) return 'tooLarge';
      chunks.push(chunk);
    }
  } catch {
    return 'broken';
  }
  return Buffer.concat(chunks);
}
