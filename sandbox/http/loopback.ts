import { lookup } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';

/** Whether an IP address belongs to this computer: 127.0.0.0/8, ::1, and the former written as IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return isIPv4(plain) ? plain.startsWith('127.') : plain === '::1';
}

/** Whether the host of a URL, as `URL.hostname` writes it, is this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** Resolves a name to loopback addresses only, so that no hosts file can lead a callback out of this computer. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first, ...more] =
      error === null ? addresses.filter(({ address }) => isLoopbackAddress(address)) : [];
    if (first === undefined) return callback(error ?? new Error(`${hostname} is not this computer`), '', 4);
    if (options.all === true) return callback(null, [first, ...more]);
    callback(null, first.address, first.family);
  });
};
