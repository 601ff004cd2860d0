import type { ProfileStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { profileMethods } from './profiles.ts';
import { signingKeyMethods } from './signing-keys.ts';

/** Implements ProfileStore. */
export function profileStore(context: Context): ProfileStore {
  return sumOf([profileMethods(context), signingKeyMethods(context)]);
}
