import type { z } from 'zod';
import { CallbackListener, NewPublicUrl, largestPort } from '../../../contract/receiving/callbacks.ts';

/** The fields as typed. */
export type ListenerFields = { readonly host: string; readonly port: string; readonly publicUrl: string };

export function fieldsOf({ host, port, publicUrl }: CallbackListener): ListenerFields {
  return { host, port: String(port), publicUrl: publicUrl ?? '' };
}

const ListenerPlace = CallbackListener.omit({ isOn: true });
type ListenerPlace = z.infer<typeof ListenerPlace>;

/** The problem of each field; null: none. */
type FieldProblems = Readonly<Record<keyof ListenerFields, string | null>>;

/** The listener settings from the fields, or null if one of them is invalid. */
export function readFields({ host, port, publicUrl }: ListenerFields): {
  readonly place: ListenerPlace | null;
  readonly problems: FieldProblems;
} {
  const { shape } = CallbackListener;
  const portNumber = /^\d{1,5}$/.test(port.trim()) ? Number(port) : Number.NaN;
  const isPort = portNumber >= 1 && portNumber <= largestPort;
  const address = publicUrl.trim() === '' ? null : publicUrl.trim();
  const problems: FieldProblems = {
    host: shape.host.safeParse(host.trim()).success
      ? null
      : 'An address such as 127.0.0.1, not a name. 0.0.0.0 is every interface.',
    port: isPort ? null : 'From 1 to 65535.',
    publicUrl:
      address === null || NewPublicUrl.safeParse(address).success
        ? null
        : 'Enter the full address, without user name and password, for example https://pay.merchant.example.',
  };
  const parsed = ListenerPlace.safeParse({
    host: host.trim(),
    port: portNumber,
    publicUrl: address,
  });
  return { place: parsed.success && isPort && problems.publicUrl === null ? parsed.data : null, problems };
}

/** Whether only this computer can reach this address. */
export function isLoopback(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}
