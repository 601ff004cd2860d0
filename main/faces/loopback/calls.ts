import type { IncomingMessage, ServerResponse } from 'node:http';
import { callIdHeader, decodeWire, wireType } from '../../../contract/window/bridge.ts';
import { fail } from '../../../contract/result.ts';
import type { Host } from '../window/host.ts';
import { writeResult } from './answers.ts';
import { largestBodyBytes, readBody } from './read-body.ts';

const callIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Answers `POST /api/call/<name>`: the input in the body, the result in the answer. If the request disconnects, its operation ends. */
export async function answerCall(
  host: Host,
  name: string,
  message: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  if (message.headers['content-type'] !== wireType)
    return writeResult(reply, 415, fail('inputInvalid', `A call has the content type ${wireType}.`));
  const callId = message.headers[callIdHeader] ?? null;
  if (callId !== null && (typeof callId !== 'string' || !callIdPattern.test(callId)))
    return writeResult(reply, 400, fail('inputInvalid', 'A call ID has 1 to 64 letters, digits, _ and -.'));
  const gone = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  const body = await readBody(message);
  if (typeof body === 'string') return refuseBody(reply, body);
  const input = decodeWire(body);
  if (!input.ok) return writeResult(reply, 400, input);
  writeResult(reply, 200, await host.call(name, input.value, callId, gone.signal));
}

function refuseBody(reply: ServerResponse, why: 'tooLarge' | 'noLength' | 'broken'): void {
  // The rest of the body is not read.
  reply.setHeader('connection', 'close');
  switch (why) {
    case 'tooLarge': {
      const largest = Math.floor(largestBodyBytes / 1024 / 1024);
      return writeResult(
        reply,
        413,
        fail('inputInvalid', `A call has at most ${largest} MiB. Divide the file into smaller ones.`),
      );
    }
    case 'noLength':
      return writeResult(reply, 411, fail('inputInvalid', 'A call needs a Content-Length header.'));
    case 'broken':
      return writeResult(reply, 400, fail('inputInvalid', 'The connection was interrupted. Try again.'));
  }
}
