import { Worker } from 'node:worker_threads';

/**
 * A gateway in a thread of its own, so that a stall of the client does not blur its clock. It counts every request that is surely the
 * eleventh or later within 1,000 ms. On a busy machine this thread sees a request long after it came, which must not let the tenth after it
 * look too early: of that request the earliest moment counts at which it can have come, three turns of the event loop before it was seen
 * (its connection was accepted in one, the bytes were read in the next).
 */
const source = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const turns = [-Infinity, -Infinity, -Infinity];
setInterval(() => {
  turns.shift();
  turns.push(performance.now());
}, 1);
const earliest = [];
let requests = 0;
let eleventhRequests = 0;
const server = createServer((request, response) => {
  const now = performance.now();
  if (now - (earliest.at(-10) ?? -Infinity) < 1000) eleventhRequests += 1;
  earliest.push(turns[0]);
  requests += 1;
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
