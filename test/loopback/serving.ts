import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppEvent, AppEventListener } from '../../contract/events.ts';
import { succeed, type Result } from '../../contract/result.ts';
import { serveLoopback } from '../../main/faces/loopback/server.ts';
import type { Host } from '../../main/faces/window/host.ts';
import { openPageFiles } from '../../main/faces/window/page-files.ts';
import { letIn } from './asking.ts';

export type Serving = {
  readonly port: number;
  readonly address: string;
  /** What came in at the host. */
  readonly calls: { name: string; input: unknown; callId: string | null; signal: AbortSignal | undefined }[];
  /** How the host answers; as it was asked, if nothing else is said. */
  answer: (name: string, input: unknown, signal: AbortSignal | undefined) => Promise<Result<unknown>>;
  emit(event: AppEvent): void;
  letIn(): Promise<string>;
  end(): Promise<void>;
};

/** The real server over a small page and a host that only notes what it is asked. */
export async function startServing(): Promise<Serving> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-page-'));
  const pageFolder = path.join(folder, 'page');
  mkdirSync(path.join(pageFolder, 'assets'), { recursive: true });
  writeFileSync(
    path.join(pageFolder, 'index.html'),
    '<!doctype html><html><head></head><body>page</body></html>',
  );
  writeFileSync(path.join(pageFolder, 'assets', 'page-1.js'), 'true;');
  writeFileSync(path.join(folder, 'secret.js'), 'not for the page');
  const page = openPageFiles(pageFolder);
  if (!page.ok) throw new Error(page.error.message);
  const listeners = new Set<AppEventListener>();
  const calls: Serving['calls'] = [];
  const host: Host = {
    opened: () => Promise.resolve(succeed(null)),
    call: (name, input, callId, signal) => {
      calls.push({ name, input, callId, signal });
      return serving.answer(name, input, signal);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const server = await serveLoopback(host, page.value, 0);
  if (!server.ok) throw new Error(server.error.message);
  const { port, address, close } = server.value;
  const serving: Serving = {
    port,
    address,
    calls,
    answer: (_name, input) => Promise.resolve(succeed(input)),
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    letIn: () => letIn(address),
    end: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return serving;
}
