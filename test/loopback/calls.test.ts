import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  callAddress,
  callIdHeader,
  encodeWire,
  eventsAddress,
  sessionHeader,
} from '../../contract/window/bridge.ts';
import { fail } from '../../contract/result.ts';
import { largestBodyBytes } from '../../main/faces/loopback/read-body.ts';
import { ask, callHeaders, callOver, resultIn } from './asking.ts';
import { startServing, type Serving } from './serving.ts';

let serving: Serving;
let session: string;

beforeEach(async () => {
  serving = await startServing();
  session = await serving.letIn();
});
afterEach(() => serving.end());

describe('a call', () => {
  it('transfers name, input and ID in, and the result out', async () => {
    const input = { text: 'Ünïcode €', list: [1, null, true], $odd: { $bytes: 'no bytes' } };
    const result = await callOver(serving.port, session, 'some.thing', input, { [callIdHeader]: 'call-1' });
    expect(result).toEqual({ ok: true, value: input });
    expect(serving.calls).toMatchObject([{ name: 'some.thing', input, callId: 'call-1' }]);
  });

  it('transfers bytes exactly in both directions', async () => {
    const bytes = Uint8Array.from({ length: 100_003 }, (_value, index) => (index * 31) % 256);
    const result = await callOver(serving.port, session, 'x', {
      fileName: 'a',
      bytes,
      empty: new Uint8Array(),
    });
    expect(serving.calls[0]?.input).toMatchObject({ fileName: 'a' });
    const value = Reflect.get(Object(result), 'value');
    // Compared at once: the difference between two long lists is slow to write down.
    expect(Buffer.compare(value.bytes, bytes)).toBe(0);
    expect(value).toMatchObject({ fileName: 'a', empty: new Uint8Array() });
  });

  it('transfers a file of the maximum size, and no larger one', async () => {
    const bytes = new Uint8Array(64 * 1024 * 1024).fill(7);
    serving.answer = (_name, input) =>
      Promise.resolve({ ok: true, value: { size: Reflect.get(Object(input), 'bytes').length } });
    expect(await callOver(serving.port, session, 'x', { bytes })).toEqual({
      ok: true,
      value: { size: bytes.length },
    });
    const headers = { ...callHeaders(serving.port, session), 'content-length': String(largestBodyBytes + 1) };
    const answer = await announce(headers);
    expect(answer.status).toBe(413);
  });

  it('returns an error unchanged', async () => {
    serving.answer = () => Promise.resolve(fail('notFound', 'It is not there.', { batchId: 'b' }));
    expect(await callOver(serving.port, session, 'x', {})).toEqual(
      fail('notFound', 'It is not there.', { batchId: 'b' }),
    );
  });

  it('is refused if it does not declare its length, is not a call, or has an unusual ID', async () => {
    const headers = callHeaders(serving.port, session);
    const path = callAddress('x');
    const chunked = await announce({ ...headers, 'transfer-encoding': 'chunked' });
    expect(chunked.status).toBe(411);
    for (const body of [
      Buffer.alloc(0),
      Buffer.from('{}'),
      Buffer.alloc(4, 255),
      encodeWire({}).subarray(0, 5),
    ])
      expect((await ask(serving.port, { method: 'POST', path, headers, body })).status).toBe(400);
    for (const callId of ['', 'a b', 'x'.repeat(65), '../x'])
      expect(
        (await ask(serving.port, { method: 'POST', path, headers: { ...headers, [callIdHeader]: callId } }))
          .status,
      ).toBe(400);
    expect(serving.calls).toEqual([]);
  });

  it('is answered as a fault if the host itself fails', async () => {
    serving.answer = () => Promise.reject(new Error('broken'));
    const answer = await ask(serving.port, {
      method: 'POST',
      path: callAddress('x'),
      headers: callHeaders(serving.port, session),
      body: encodeWire({}),
    });
    expect(answer.status).toBe(500);
    expect(answer.body.toString()).not.toContain('broken');
  });

  it('exists at its address only', async () => {
    const headers = callHeaders(serving.port, session);
    for (const path of ['/api/', '/api/call', '/api/other/x', '/api/call/%E0%A4%A']) {
      const answer = await ask(serving.port, { method: 'POST', path, headers, body: encodeWire({}) });
      expect(answer.status, path).toBe(404);
      expect(resultIn(answer.body)).toMatchObject({ ok: false });
    }
  });

  it('ends when the page that made it goes away', async () => {
    serving.answer = (_name, _input, signal) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => resolve(fail('stopped', 'The call was ended.'))),
      );
    const body = encodeWire({});
    const asking = request({
      host: '127.0.0.1',
      port: serving.port,
      method: 'POST',
      path: callAddress('long'),
      headers: { ...callHeaders(serving.port, session), 'content-length': body.length },
    });
    asking.on('error', () => undefined);
    asking.end(body);
    await vi.waitUntil(() => serving.calls.length === 1, 60_000);
    asking.destroy();
    await vi.waitUntil(() => serving.calls[0]?.signal?.aborted === true, 60_000);
  });

  /** Sends headers alone, and takes the answer that comes without a body. */
  function announce(headers: ReturnType<typeof callHeaders>): Promise<{ status: number }> {
    return new Promise((resolve, reject) => {
      const asking = request(
        { host: '127.0.0.1', port: serving.port, method: 'POST', path: callAddress('x'), headers },
        (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode ?? 0 });
          asking.destroy();
        },
      );
      asking.on('error', reject);
      asking.flushHeaders();
    });
  }
});

describe('events', () => {
  it('reach every open page, in order', async () => {
    const pages = [listen(), listen()];
    for (const page of pages) await vi.waitUntil(() => page.isOpen, 60_000);
    serving.emit({ kind: 'batch', id: 'one' });
    serving.emit({ kind: 'gateway', id: 'two', message: 'line\nbreak' });
    for (const page of pages) {
      await vi.waitUntil(() => page.events.length === 2, 60_000);
      expect(page.events).toEqual([
        { kind: 'batch', id: 'one' },
        { kind: 'gateway', id: 'two', message: 'line\nbreak' },
      ]);
      page.end();
    }
  });

  it('continue for others when a page has gone', async () => {
    const gone = listen();
    await vi.waitUntil(() => gone.isOpen, 60_000);
    gone.end();
    const stays = listen();
    await vi.waitUntil(() => stays.isOpen, 60_000);
    serving.emit({ kind: 'settings', id: 'settings' });
    await vi.waitUntil(() => stays.events.length === 1, 60_000);
    stays.end();
  });

  function listen(): { isOpen: boolean; events: unknown[]; end(): void } {
    const page = { isOpen: false, events: new Array<unknown>(), end: () => void asking.destroy() };
    const asking = request(
      { host: '127.0.0.1', port: serving.port, path: eventsAddress, headers: { [sessionHeader]: session } },
      (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => {
          page.isOpen = true;
          for (const line of text.split('\n'))
            if (line.startsWith('data: ')) page.events.push(JSON.parse(line.slice('data: '.length)));
        });
        answer.on('error', () => undefined);
      },
    );
    asking.on('error', () => undefined);
    asking.end();
    return page;
  }
});
