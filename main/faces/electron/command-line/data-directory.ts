import path from 'node:path';
import { usualDataDirectory } from '../../window/usual-data-directory.ts';

const option = '--data-dir=';

/** The data folder: from the command line or BURSAR_DATA_DIR, otherwise the platform's default. */
export function dataDirectoryOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const named = args.findLast((word) => word.startsWith(option))?.slice(option.length) ?? '';
  const given = named === '' ? (environment['BURSAR_DATA_DIR'] ?? '') : named;
  return given === '' ? usualDataDirectory() : path.resolve(given);
}
