import { hash } from 'node:crypto';
import type { CallbackListener } from '../../../../contract/receiving/callbacks.ts';
import type { CoreContext } from '../../context.ts';
import type { CallbackAddress, CallbackPath, ListenAt, StoredProfile } from '../../ports/index.ts';

/** 192 bits: nobody finds it by trying. */
const secretBytes = 24;

type AddressContext = Pick<CoreContext, 'store' | 'random' | 'servesLive'>;

/** Puts another unguessable part in the place of that of this profile. */
export function renewSecret({ store, random }: AddressContext, keyId: string): void {
  store.setCallbackSecret(keyId, Buffer.from(random.bytes(secretBytes)).toString('base64url'));
}

/** The profiles that are served here. */
export function servedProfiles({ store, servesLive }: AddressContext): StoredProfile[] {
  return store.listProfiles().filter(({ environment }) => servesLive || environment === 'sandbox');
}

/** The address of each profile that is served here; those that have none yet are given one. */
export function addressesOf(context: AddressContext): CallbackAddress[] {
  const { store } = context;
  const profiles = servedProfiles(context);
  const before = new Set(store.callbackAddresses().map(({ keyId }) => keyId));
  for (const { keyId } of profiles) if (!before.has(keyId)) renewSecret(context, keyId);
  const served = new Set(profiles.map(({ keyId }) => keyId));
  return store.callbackAddresses().filter(({ keyId }) => served.has(keyId));
}

/** What the listener knows of the addresses: enough to recognise each, but not the addresses themselves. */
export function pathsOf(addresses: readonly CallbackAddress[]): CallbackPath[] {
  return addresses.map(({ keyId, secret }) => ({ keyId, hash: hash('sha256', secret, 'hex') }));
}

/** `http://127.0.0.1:14280`; an address of IPv6 in brackets. */
export function originOf({ host, port }: ListenAt): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The address that is given to the gateway: the public one where one is told, else that of this computer, its loopback where every interface is listened at. */
export function addressIn(publicUrl: CallbackListener['publicUrl'], where: ListenAt, secret: string): string {
  if (publicUrl === null) {
    const host = where.host === '0.0.0.0' ? '127.0.0.1' : where.host === '::' ? '::1' : where.host;
    return `${originOf({ ...where, host })}/${secret}/`;
  }
  const { origin, pathname } = new URL(publicUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}/${secret}/`;
}
