import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';

/**
 * Sends requests to a listener for callbacks at a steady rate: valid ones for known payments and for none, malformed ones, wrong paths and
 * methods and far too large ones, beside connections that send slowly and never come to an end. Bare sockets, so that the machine
 * is left to who answers.
 */

const lines = 60;
const slowLines = 20;
/** Requests of one connection that may wait for their answers. */
const mostAhead = 40;
const beatMs = 5;
const slowBeatMs = 200;
/** How long the last answers are waited for. */
const lastAnswersMs = 3000;

const Input = z.object({
  address: z.string(),
  idEntities: z.array(z.string()),
  perSecond: z.number(),
  seconds: z.number(),
});

type Kind = 'known' | 'unknown' | 'malformed' | 'path' | 'method' | 'huge';
/** How often each comes, of a hundred. */
const mix: readonly (readonly [Kind, number])[] = [
  ['known', 40],
  ['unknown', 15],
  ['malformed', 18],
  ['path', 20],
  ['method', 6],
  ['huge', 1],
];
const order = mix.flatMap(([kind, count]) => Array<Kind>(count).fill(kind));

await work(Input, async ({ address, idEntities, perSecond, seconds }) => {
  const { hostname, port, pathname } = new URL(address);
  const answers: Record<string, number> = {};
  const count = { sent: 0, answered: 0, broken: 0 };
  let isOver = false;

  const post = (path: string, body: string, length = body.length): string =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const textOf = (number: number): string => {
    switch (order[(number * 37) % order.length]) {
      case 'known':
        return post(pathname, JSON.stringify({ idEntity: idEntities[number % idEntities.length] }));
      case 'unknown':
        return post(pathname, `{"idEntity":"nobody-${number}","more":[1,2,3]}`);
      case 'malformed':
        return post(pathname, `{"idEntity":"${'x'.repeat(number % 600)} "`);
      case 'path':
        return post(`/guess-${number}/`, '{"idEntity":"a"}');
      case 'method':
        return `GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`;
      default:
        return post(pathname, 'x'.repeat(8192), 1e9);
    }
  };

  type Line = { socket: Socket; ahead: number; tail: string };
  const open = (line: Line): void => {
    const socket = connect(Number(port), hostname);
    line.socket = socket;
    line.ahead = 0;
    line.tail = '';
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => {
      const whole = line.tail + text;
      for (const [, status = ''] of whole.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        answers[status] = (answers[status] ?? 0) + 1;
        count.answered += 1;
        line.ahead -= 1;
      }
      line.tail = whole.slice(whole.lastIndexOf('\n') + 1);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      count.broken += 1;
      count.answered += Math.max(0, line.ahead);
      if (!isOver) open(line);
    });
  };
  const all = Array.from({ length: lines }, () => {
    const line: Line = { socket: connect(Number(port), hostname), ahead: 0, tail: '' };
    line.socket.destroy();
    open(line);
    return line;
  });

  const slow = new Set<Socket>();
  const openSlow = (index: number): void => {
    const socket = connect(Number(port), hostname);
    slow.add(socket);
    const head = `POST ${pathname} HTTP/1.1\r\nHost: a\r\n`;
    socket.write(index % 2 === 0 ? head : `${head}Transfer-Encoding: chunked\r\n\r\n`);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      slow.delete(socket);
      if (!isOver) openSlow(index);
    });
    socket.resume();
  };
  for (let index = 0; index < slowLines; index += 1) openSlow(index);
  const drip = setInterval(() => {
    for (const socket of slow) socket.write('1\r\n \r\n');
  }, slowBeatMs);

  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000);
    for (const [index, line] of all.entries()) {
      const share = Math.ceil((due - count.sent) / (lines - index));
      const next = Math.min(share, mostAhead - line.ahead);
      if (next <= 0) continue;
      let text = '';
      for (let request = 0; request < next; request += 1) text += textOf(count.sent + request);
      count.sent += next;
      line.ahead += next;
      line.socket.write(text, 'latin1');
    }
    await sleep(beatMs);
  }
  const durationMs = performance.now() - startedAt;
  const requests = count.answered;
  const limit = performance.now() + lastAnswersMs;
  while (count.answered < count.sent && performance.now() < limit) await sleep(beatMs);
  isOver = true;
  clearInterval(drip);
  for (const { socket } of all) socket.destroy();
  for (const socket of slow) socket.destroy();
  return { sent: count.sent, requests, answers, broken: count.broken, durationMs };
});
