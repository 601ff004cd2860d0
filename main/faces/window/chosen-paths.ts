import { z } from 'zod';
import { fail, type Failure } from '../../../contract/result.ts';

type PathPurpose = 'key' | 'backup' | 'folder' | 'backupPlace' | 'witnessPlace';

/** The purpose of a chosen place, apart from that of an existing file: a backup is written to one and restored from the other. */
export const placeOf = { backup: 'backupPlace', witness: 'witnessPlace' } as const;

/**
 * Paths that a person chose in a dialog of this process. In a face with dialogs, no other path that a page names is used: a page
 * that was taken over can neither read a file as a key nor overwrite one with a backup, nor use a path for something else than the dialog said.
 */
export class ChosenPaths {
  readonly #chosen = new Set<string>();

  add(purpose: PathPurpose, path: string): void {
    this.#chosen.add(`${purpose} ${path}`);
  }

  /** Why this call is not permitted; null if it names no path, or only chosen ones. */
  refusal(name: string, input: unknown): Failure | null {
    return pathsNamed(name, input).every(({ purpose, path }) => this.#chosen.has(`${purpose} ${path}`))
      ? null
      : fail(
          'inputInvalid',
          'Choose the file in the dialog first. Bursar uses only paths that were chosen there.',
        );
  }
}

type NamedPath = { readonly purpose: PathPurpose; readonly path: string };

const WithKeyFile = z.object({ key: z.object({ kind: z.literal('import'), path: z.string() }) });

function pathsNamed(name: string, input: unknown): NamedPath[] {
  switch (name) {
    case 'profiles.add':
    case 'profiles.replaceKey': {
      const path = WithKeyFile.safeParse(input).data?.key.path;
      return path === undefined ? [] : [{ purpose: 'key', path }];
    }
    case 'data.backup':
      return pathIn(input, 'path', placeOf.backup);
    case 'host.restoreBackup':
      return pathIn(input, 'path', 'backup');
    case 'audit.verify':
      return pathIn(input, 'witness', placeOf.witness);
    case 'settings.change':
      return [...pathIn(input, 'witnessFile', placeOf.witness), ...pathIn(input, 'approvalFolder', 'folder')];
    default:
      return [];
  }
}

function pathIn(input: unknown, field: string, purpose: PathPurpose): NamedPath[] {
  const path: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined;
  return typeof path === 'string' ? [{ purpose, path }] : [];
}
