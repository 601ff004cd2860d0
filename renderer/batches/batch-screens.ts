import type { Screen } from '../kit/layout/lazy-screens.ts';

export const batchScreens: readonly Screen[] = [
  { path: 'batches', load: async () => (await import('./list/BatchListPage.tsx')).BatchListPage },
  { path: 'batches/new', load: async () => (await import('./new/NewBatchPage.tsx')).NewBatchPage },
  { path: 'sheets/:sheetId', load: async () => (await import('./sheet/SheetPage.tsx')).SheetPage },
  { path: 'batches/:batchId', load: async () => (await import('./batch/BatchPage.tsx')).BatchPage },
];
