import { z } from 'zod';
import { fail, type Failure } from '../../../contract/result.ts';

type PathPurpose = 'key' | 'backup' | 'place';

/**
 * Paths that a person chose in a dialog of this process. Where there are dialogs, no other path that a page names is followed: a page
 * that was taken over can neither read a file as a key nor overwrite one with a backup.
 */
export class ChosenPaths {
  readonly #chosen = new Set<string>();

  add(purpose: PathPurpose, path: string): void {
    this.#chosen.add(`${purpose} ${path}`);
  }

  /** Why this call may not be made; null when it names no path, or only chosen ones. */
  refusal(name: string, input: unknown): Failure | null {
    const named = pathNamed(name, input);
    return named === null || this.#chosen.has(`${named.purpose} ${named.path}`)
      ? null
      : fail(
          'inputInvalid',
          'Choose the file in the dialog first. A path that was not chosen there is not used.',
        );
  }
}

const WithKeyFile = z.object({ key: z.object({ kind: z.literal('import'), path: z.string() }) });
const WithPath = z.object({ path: z.string() });
const WithWitness = z.object({ witness: z.string() });
const WithWitnessFile = z.object({ witnessFile: z.string() });

function pathNamed(name: string, input: unknown): { purpose: PathPurpose; path: string } | null {
  switch (name) {
    case 'profiles.add':
    case 'profiles.replaceKey': {
      const path = WithKeyFile.safeParse(input).data?.key.path;
      return path === undefined ? null : { purpose: 'key', path };
    }
    case 'data.backup':
    case 'host.restoreBackup': {
      const path = WithPath.safeParse(input).data?.path;
      return path === undefined ? null : { purpose: name === 'data.backup' ? 'place' : 'backup', path };
    }
    case 'audit.verify': {
      const path = WithWitness.safeParse(input).data?.witness;
      return path === undefined ? null : { purpose: 'place', path };
    }
    case 'settings.change': {
      const path = WithWitnessFile.safeParse(input).data?.witnessFile;
      return path === undefined ? null : { purpose: 'place', path };
    }
    default:
      return null;
  }
}
