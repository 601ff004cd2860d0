import type { AppEventListener } from '../events.ts';
import { fail, succeed, type Result } from '../result.ts';

/**
 * The page's access to the program: one function and one stream of events. The preload provides it as `window.bursar`; in a browser the
 * page builds the same from `callAddress` and `eventsAddress`.
 */
export type Bridge = {
  /** Calls an operation of `operations` or `hostOperations`; `host.cancel` with the same `callId` ends it. It never rejects. */
  call(name: string, input: unknown, callId?: string): Promise<Result<unknown>>;
  /** Calls back for every event from now on, until the returned function is called. */
  onEvent(listener: AppEventListener): () => void;
};

/** Channel names between the desktop shell and its preload. */
export const callChannel = 'bursar:call';
export const eventChannel = 'bursar:event';
/** The name of the bridge in the page. */
export const bridgeName = 'bursar';

/** The root element of the page has this attribute as long as something that was entered or chosen in it is not saved. */
export const unsavedMark = 'data-unsaved';

/**
 * In a browser a call is a POST to `callAddress(name)` of `encodeWire(input)` with the content type `wireType`, the session secret in
 * `sessionHeader`, and its ID, if any, in `callIdHeader`. Every answer, with any status, has a `Result` in the same form. An
 * aborted request ends the operation.
 */
export const callAddress = (name: string): string => `/api/call/${encodeURIComponent(name)}`;
/** Server-sent events, each with one `AppEvent` as JSON, to a caller that sends `sessionHeader`. After an interruption some may be lost, and the page reads everything again. */
export const eventsAddress = '/api/events';
/** A POST with the token of the printed address in `tokenHeader` gives `{ session }`, once. It has no body. */
export const sessionAddress = '/api/session';
export const tokenHeader = 'bursar-token';
/** The session secret, with every call; a header, so that no other server on this computer is ever sent it. */
export const sessionHeader = 'bursar-session';
/** Precedes the token in the printed address. */
export const tokenInAddress = '#token=';
export const callIdHeader = 'bursar-call-id';
export const wireType = 'application/vnd.bursar.call';

/** Longer texts are sent beside the JSON, because parsing them is faster that way. */
const longestInlineText = 65_536;
const lengthBytes = 4;
const largestDepth = 64;

type Place = readonly [start: number, length: number];

/**
 * Encodes a value made of JSON and `Uint8Array`: four bytes with the length of the JSON (big-endian), the JSON, then bytes and
 * long texts as they are. In the JSON `{"$bytes":[start,length]}` and `{"$text":[start,length]}` say where they are, and a key of the
 * value itself that begins with `$` gets another `$` before it.
 */
export function encodeWire(value: unknown): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const put = (bytes: Uint8Array): Place => {
    const place: Place = [size, bytes.length];
    parts.push(bytes);
    size += bytes.length;
    return place;
  };
  const encoder = new TextEncoder();
  const write = (part: unknown): unknown => {
    if (part instanceof Uint8Array) return { $bytes: put(part) };
    if (typeof part === 'string' && part.length > longestInlineText)
      return { $text: put(encoder.encode(part)) };
    if (Array.isArray(part)) return part.map(write);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key.startsWith('$') ? `$${key}` : key, write(inner)]),
    );
  };
  const json = encoder.encode(JSON.stringify(write(value) ?? null));
  const whole = new Uint8Array(lengthBytes + json.length + size);
  new DataView(whole.buffer).setUint32(0, json.length);
  whole.set(json, lengthBytes);
  let at = lengthBytes + json.length;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Decodes the output of `encodeWire`, without copying its bytes; `inputInvalid` for anything else. */
export function decodeWire(whole: Uint8Array): Result<unknown> {
  try {
    // Slices of Node's buffers are buffers too; the result is a plain byte array everywhere.
    return succeed(read(new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)));
  } catch {
    return fail('inputInvalid', 'Bursar does not recognise this call. Reload the page.');
  }
}

function read(whole: Uint8Array): unknown {
  const jsonLength = new DataView(whole.buffer, whole.byteOffset, whole.byteLength).getUint32(0);
  const json = sliceOf(whole, [lengthBytes, jsonLength]);
  const beside = whole.subarray(lengthBytes + jsonLength);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(json);
  const value: unknown = JSON.parse(text);
  return text.includes('"$') ? restore(value, beside, 0) : value;
}

function restore(part: unknown, beside: Uint8Array, depth: number): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (depth > largestDepth) throw new RangeError('too deep');
  if (Array.isArray(part)) return part.map((inner) => restore(inner, beside, depth + 1));
  const entries = Object.entries(part);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === '$bytes') return sliceOf(beside, first[1]);
  if (entries.length === 1 && first?.[0] === '$text')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sliceOf(beside, first[1]));
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key.startsWith('$') ? key.slice(1) : key,
      restore(inner, beside, depth + 1),
    ]),
  );
}

function sliceOf(bytes: Uint8Array, place: unknown): Uint8Array {
  if (!Array.isArray(place) || place.length !== 2) throw new RangeError('no place');
  const [start, length]: unknown[] = place;
  if (!isCount(start) || !isCount(length) || start + length > bytes.length) throw new RangeError('no place');
  return bytes.subarray(start, start + length);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
