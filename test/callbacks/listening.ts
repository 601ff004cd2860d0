import { hash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { createCallbackListening, type CallbackLimits } from '../../main/callbacks/index.ts';
import type { CallbackReport, HeardCallback, OpenListening } from '../../main/core/ports/index.ts';

/** Nothing here is about time; a machine that is busy may take its own. */
export const patient = { timeout: 60_000, interval: 10 };

export const secret = 'unguessable_unguessable-12345678';
export const pathOf = (text: string): { hash: string; keyId: string } => ({
  keyId: `key of ${text.slice(0, 4)}`,
  hash: hash('sha256', text, 'hex'),
});

/** The listener in its thread, with everything that it reported. */
export type Listening = {
  readonly port: number;
  /** The address of the one profile that is served at the beginning. */
  readonly url: string;
  readonly open: OpenListening;
  readonly reports: CallbackReport[];
  readonly ends: string[];
  heard(): HeardCallback[];
  /** Resolves once this many requests were refused. */
  turnedAway(count: number): Promise<void>;
};

/** Begins to listen at any port; it ends after the test. */
export async function startListening(limits: Partial<CallbackLimits> = {}): Promise<Listening> {
  const reports: CallbackReport[] = [];
  const ends: string[] = [];
  const opened = await createCallbackListening({ reportEveryMs: 10, ...limits }).open(
    { host: '127.0.0.1', port: 0 },
    [pathOf(secret)],
    { hear: (report) => reports.push(report), onEnd: (reason) => ends.push(reason) },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const open = opened.value;
  onTestFinished(() => open.close());
  return {
    port: open.port,
    url: `http://127.0.0.1:${open.port}/${secret}/`,
    open,
    reports,
    ends,
    heard: () => reports.flatMap(({ heard }) => heard),
    turnedAway: (count) =>
      vi.waitUntil(() => (reports.at(-1)?.turnedAway ?? 0) >= count, patient).then(() => undefined),
  };
}

export type Line = {
  readonly socket: Socket;
  /** All that came so far. */
  text(): string;
  /** Resolves when the other side has ended the connection, however it did. */
  readonly closed: Promise<void>;
};

/** A bare connection, for what no HTTP client would send. */
export function openLine(port: number): Promise<Line> {
  let text = '';
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8').on('data', (some: string) => (text += some));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return new Promise((resolve) =>
    socket.once('connect', () => resolve({ socket, text: () => text, closed })),
  );
}

export function post(url: string, body: string | Uint8Array): Promise<Response> {
  return fetch(url, { method: 'POST', body: Buffer.from(body) });
}

export const statusesIn = (text: string): string[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
