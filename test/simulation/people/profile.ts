import type { Computer } from '../computer.ts';

export const merchantCode = 'SIMULATED';
const names = ['p', 'renamed'] as const;

/** Adds the profile of the one merchant. */
export async function addProfile(computer: Computer): Promise<void> {
  await computer.insist('profiles.add', {
    name: 'p',
    environment: 'sandbox',
    baseUrl: 'https://gateway.example',
    merchantCode,
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
