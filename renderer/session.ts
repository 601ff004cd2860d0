import {
  sessionAddress,
  sessionHeader,
  tokenHeader,
  tokenInAddress,
  decodeWire,
} from '../contract/window/bridge.ts';

/** Kept for this tab, so that a reload does not lock it out. No other origin, port or tab can read it. */
const storedAs = 'bursar-session';

/**
 * Takes the token out of the address and exchanges it for the session secret, once; after a reload this tab already has the secret. Null
 * if access was denied.
 */
export function enter(): Promise<string | null> {
  watchAddress();
  const { hash } = location;
  if (!hash.startsWith(tokenInAddress)) return Promise.resolve(sessionStorage.getItem(storedAs));
  // The router reads the address next, and the token must not stay in it.
  history.replaceState(null, '', location.pathname);
  return exchange(hash.slice(tokenInAddress.length));
}

/** An address that Bursar printed after this page was opened leads here without loading the page, if it is on the same port. */
function watchAddress(): void {
  addEventListener('hashchange', ({ newURL }) => {
    if (!new URL(newURL).hash.startsWith(tokenInAddress)) return;
    history.replaceState(null, '', newURL);
    location.reload();
  });
}

async function exchange(token: string): Promise<string | null> {
  try {
    const response = await fetch(sessionAddress, { method: 'POST', headers: { [tokenHeader]: token } });
    const answer = decodeWire(new Uint8Array(await response.arrayBuffer()));
    const session = answer.ok ? sessionIn(answer.value) : null;
    // The address may be one that this tab used before.
    if (session === null) return sessionStorage.getItem(storedAs);
    sessionStorage.setItem(storedAs, session);
    return session;
  } catch {
    return null;
  }
}

function sessionIn(result: unknown): string | null {
  const value = at(result, 'value');
  const session = at(value, 'session');
  return typeof session === 'string' ? session : null;
}

/** What a value that may be anything has under a key. */
export function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The headers of every request of an authenticated page. */
export function sessionHeaders(session: string | null): Record<string, string> {
  return session === null ? {} : { [sessionHeader]: session };
}
