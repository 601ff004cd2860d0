import { writeFileSync } from 'node:fs';

/** The kernel leaves every kind of memory out of a core dump whose bit is not set here (core(5)); threads and children have it too. */
const filterFile = '/proc/self/coredump_filter';
const nothingAtAll = '0';

/**
 * Keeps keys out of core dumps, whatever asks for one and wherever it goes: a limit on their size would not hold for those that the system
 * gives to a program. Only Linux lets a program decide that; elsewhere nothing happens.
 */
export function keepKeysOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(filterFile, nothingAtAll);
  } catch {
    // Ignored: without /proc nothing can be done, but Bursar runs anyway; see SECURITY.md.
  }
}
