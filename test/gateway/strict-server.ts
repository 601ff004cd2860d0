import { Worker } from 'node:worker_threads';

/**
 * A gateway in a thread of its own, so that a stall of the client does not blur its clock. It keeps a log of the
 * last 1,000 ms and counts every request that is the eleventh or later in it.
 */
const source = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const log = [];
let requests = 0;
let eleventhRequests = 0;
const server = createServer((request, response) => {
  const now = performance.now();
  while (log.length > 0 && now - log[0] >= 1000) log.shift();
  log.push(now);
  requests += 1;
  if (log.length > 10) eleventhRequests += 1;
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(request.url.endsWith('/auth-tokens') ? JSON.stringify({ token: workerData }) : '[]');
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
parentPort.on('message', () => parentPort.postMessage({ requests, eleventhRequests }));
`;

export type StrictReport = { readonly requests: number; readonly eleventhRequests: number };

export async function startStrictServer(token: string) {
  const worker = new Worker(source, { eval: true, workerData: token });
  const next = <Message>(): Promise<Message> => new Promise((resolve) => worker.once('message', resolve));
  const { port } = await next<{ port: number }>();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    report(): Promise<StrictReport> {
      const answer = next<StrictReport>();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
      worker.postMessage('report');
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
