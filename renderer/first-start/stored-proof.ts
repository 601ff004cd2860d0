import type { Profile } from '../../contract/profile.ts';
import { forCopiesToo } from '../../contract/text/failure.ts';

type Proof = Pick<Profile, 'hasStoredKey' | 'authentication'>;

/** What the keychain of this computer holds for a profile; null: nothing, since it only prepares, or each command names a key file. */
export function storedProof({
  hasStoredKey,
  authentication,
}: Proof): 'private key' | 'merchant secret' | null {
  if (hasStoredKey) return 'private key';
  return authentication === 'secret' ? 'merchant secret' : null;
}

/** What happens to it when a key, or another secret, takes its place. */
export function replacedText(profile: Proof & Pick<Profile, 'name'>, bySecret = false): string {
  const proof = storedProof(profile);
  const deleted =
    proof === null ? '' : `The ${proof} that is stored now is deleted from the keychain${forCopiesToo}. `;
  if (bySecret) return `${deleted}The gateway must know the new one.`;
  return `${deleted}The gateway accepts ${profile.name} ${proof === null ? '' : 'again '}once it has the new public key, so have your gateway contact ready.`;
}

/** What the removal of a profile takes with it. */
export function removedText(profile: Proof): string {
  const proof = storedProof(profile);
  return `This removes the profile${proof === null ? '' : ` and deletes its ${proof} from the keychain for good${forCopiesToo}`}, and its floors, low balance alerts and templates. The history stays. Not possible while it has drafts or unfinished payments.`;
}
