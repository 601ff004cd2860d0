import type { Computer } from '../computer.ts';

export const merchantCode = 'SIMULATED';
const names = ['p', 'renamed'] as const;

/** The merchants of the two profiles, and the hosts of their gateways. */
export const merchants = {
  p: { host: 'gateway.example', merchantCode },
  q: { host: 'other.example', merchantCode: 'OTHER' },
} as const;

/** Adds the profile of a merchant. */
export async function addProfile(computer: Computer, name: keyof typeof merchants = 'p'): Promise<void> {
  const { host, merchantCode: code } = merchants[name];
  await computer.insist('profiles.add', {
    name,
    environment: 'sandbox',
    baseUrl: `https://${host}`,
    merchantCode: code,
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'none' },
  });
}

/** The profile gets its other name. */
export async function renameProfile(computer: Computer): Promise<void> {
  const [profile] = computer.store.listProfiles();
  const newName = names.find((name) => name !== profile?.name);
  if (profile !== undefined && newName !== undefined)
    await computer.insist('profiles.edit', { name: profile.name, newName });
}

/** The profile is removed if it may be, and added again. */
export async function renewProfile(computer: Computer): Promise<void> {
  const [profile] = computer.store.listProfiles();
  if (profile === undefined) return;
  await computer.insist('profiles.remove', { name: profile.name });
  if (computer.store.listProfiles().length === 0) await addProfile(computer);
}
