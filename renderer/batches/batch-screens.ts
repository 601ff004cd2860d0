import type { Screen } from '../shell/lazy-screens.ts';

export const batchScreens: readonly Screen[] = [
  { path: 'batches', load: async () => (await import('./list/BatchListPage.tsx')).BatchListPage },
  { path: 'batches/new', load: async () => (await import('./new/NewBatchPage.tsx')).NewBatchPage },
  { path: 'sheets/:sheetId', load: async () => (await import('./sheet/SheetPage.tsx')).SheetPage },
  { path: 'batches/:batchId', load: async () => (await import('./batch/BatchPage.tsx')).BatchPage },
];

/** Loads the screen that is next while main still works for it. If that fails, the screen says so when it is opened. */
export function loadAhead(path: 'sheets/:sheetId' | 'batches/:batchId'): void {
  batchScreens
    .find((screen) => screen.path === path)
    ?.load()
    .catch(() => undefined);
}
