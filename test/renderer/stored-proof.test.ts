import { expect, it } from 'vitest';
import { removedText, replacedText } from '../../renderer/first-start/stored-proof.ts';

it.each([
  ['private key', { hasStoredKey: true, authentication: 'signature' }],
  ['merchant secret', { hasStoredKey: false, authentication: 'secret' }],
] as const)('removing a profile with a %s says what is deleted from the keychain', (proof, profile) => {
  expect(removedText(profile)).toContain(
    `deletes its ${proof} from the keychain for good, also for copies of this data folder`,
  );
  expect(replacedText({ ...profile, name: 'acme' })).toContain(
    `The ${proof} that is stored now is deleted from the keychain, also for copies of this data folder. The gateway accepts acme again`,
  );
});

it('removing a profile does not claim to delete anything if the keychain holds nothing for it', () => {
  const profile = { hasStoredKey: false, authentication: 'signature' } as const;
  expect(removedText(profile)).toMatch(
    /^This removes the profile, and its floors, low balance alerts and templates\. The history stays\. Not possible while it has drafts or unfinished payments\.$/,
  );
  expect(replacedText({ ...profile, name: 'acme' })).toMatch(/^The gateway accepts acme once/);
});
