import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import { isLoopback } from '../../../contract/profile.ts';

export type DispatcherOptions = {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** The most connections to one address; further requests wait for one of them. */
  readonly largestConnections: number;
  /** PEM certificates trusted besides the bundled ones and the system's. */
  readonly certificateAuthorities: readonly string[];
  /** The source of the proxy variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/**
 * Connections to one origin: kept alive, HTTP/1.1 with one request at a time on each, through the proxy of the
 * environment unless the origin is this computer. Throws if a proxy variable is not an address.
 */
export function createDispatcher(origin: URL, options: DispatcherOptions): Dispatcher {
  const secureContext = origin.protocol === 'https:' ? trustedContext(options.certificateAuthorities) : null;
  const connect = {
    timeout: options.connectTimeoutMs,
    allowH2: false,
    ...(secureContext === null ? {} : { secureContext }),
  };
  const settings = {
    connect,
    allowH2: false,
    pipelining: 1,
    connections: options.largestConnections,
    connectTimeout: options.connectTimeoutMs,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.bodyTimeoutMs,
  };
  const proxies = proxyVariables(options.environment);
  if (isLoopback(origin) || proxies === null) return new Pool(origin, settings);
  return new EnvHttpProxyAgent({ ...settings, ...proxies, requestTls: connect, proxyTls: connect });
}

function proxyVariables(environment: DispatcherOptions['environment']) {
  const read = (name: string): string =>
    environment[name.toLowerCase()] ?? environment[name.toUpperCase()] ?? '';
  const httpProxy = read('http_proxy');
  const httpsProxy = read('https_proxy');
  if (httpsProxy === '' && httpProxy === '') return null;
  return { httpProxy, httpsProxy, noProxy: read('no_proxy') };
}

// Reading hundreds of certificates takes a while, so it is done once per set of additional ones.
const contexts = new Map<string, SecureContext>();

function trustedContext(certificateAuthorities: readonly string[]): SecureContext {
  const key = certificateAuthorities.join('\n');
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const all = [
    ...getCACertificates('bundled'),
    ...getCACertificates('extra'),
    ...getCACertificates('system'),
    ...certificateAuthorities,
  ];
  const context = createSecureContext({ ca: [...new Set(all)] });
  contexts.set(key, context);
  return context;
}
