import { hash } from 'node:crypto';
import type { CallbackListener } from '../../../../contract/receiving/callbacks.ts';
import type { CoreContext } from '../../context/context.ts';
import type { CallbackAddress, CallbackPath, ListenAt, StoredProfile } from '../../ports/index.ts';

/** 192 bits, too many to guess. */
const secretBytes = 24;

type AddressContext = Pick<CoreContext, 'store' | 'random' | 'servesLive'>;

/** Replaces the unguessable part of this profile's address. */
export function renewSecret({ store, random }: AddressContext, keyId: string): void {
  store.setCallbackSecret(keyId, Buffer.from(random.bytes(secretBytes)).toString('base64url'));
}

/** The profiles that are served here. */
export function servedProfiles({ store, servesLive }: AddressContext): StoredProfile[] {
  return store.readableProfiles().filter(({ environment }) => servesLive || environment === 'sandbox');
}

/** The address of each served profile; those without one get one. */
export function addressesOf(context: AddressContext): CallbackAddress[] {
  const { store } = context;
  const profiles = servedProfiles(context);
  const before = new Set(store.callbackAddresses().map(({ keyId }) => keyId));
  for (const { keyId } of profiles) if (!before.has(keyId)) renewSecret(context, keyId);
  const served = new Set(profiles.map(({ keyId }) => keyId));
  return store.callbackAddresses().filter(({ keyId }) => served.has(keyId));
}

/** What the listener knows about the addresses: enough to recognise each, but not the addresses themselves. */
export function pathsOf(addresses: readonly CallbackAddress[]): CallbackPath[] {
  return addresses.map(({ keyId, secret }) => ({ keyId, hash: hash('sha256', secret, 'hex') }));
}

/** `http://127.0.0.1:14280`; IPv6 addresses in brackets. */
export function originOf({ host, port }: ListenAt): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The address to give to the gateway: the public one if set, otherwise this computer's; loopback if listening on every interface. */
export function addressIn(publicUrl: CallbackListener['publicUrl'], where: ListenAt, secret: string): string {
  if (publicUrl === null) {
    const host = where.host === '0.0.0.0' ? '127.0.0.1' : where.host === '::' ? '::1' : where.host;
    return `${originOf({ ...where, host })}/${secret}/`;
  }
  const { origin, pathname } = new URL(publicUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}/${secret}/`;
}
