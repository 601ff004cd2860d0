import type { Output } from './terminal/output.ts';

/** Says, before the data folder is opened, that this takes long because an older Bursar left a large database. */
export async function announceLongUpdate(directory: string, output: Output): Promise<void> {
  const { longUpdateNotice } = await import('../../compose.ts');
  const notice = longUpdateNotice(directory);
  if (notice !== null) output.remark(`bursar: ${notice}`);
}
