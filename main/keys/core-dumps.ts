import { writeFileSync } from 'node:fs';

/** The kernel excludes from a core dump every kind of memory whose bit is not set here (core(5)), for threads and children too. */
const filterFile = '/proc/self/coredump_filter';
const nothingAtAll = '0';

/**
 * Keeps keys out of core dumps, whatever causes them and wherever they go: a size limit would not apply to those that the system
 * passes to a program. Only Linux lets a program decide that; elsewhere this does nothing.
 */
export function keepKeysOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(filterFile, nothingAtAll);
  } catch {
    // Ignored: without /proc nothing can be done, but Bursar runs anyway; see SECURITY.md.
  }
}
