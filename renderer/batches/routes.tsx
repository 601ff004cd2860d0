import type { RouteObject } from 'react-router';

/** The screens of batches, each loaded when it is first opened. */
export const batchRoutes: RouteObject[] = [
  {
    path: 'batches',
    lazy: async () => ({ Component: (await import('./list/BatchListPage.tsx')).BatchListPage }),
  },
  {
    path: 'batches/new',
    lazy: async () => ({ Component: (await import('./new/NewBatchPage.tsx')).NewBatchPage }),
  },
  {
    path: 'sheets/:sheetId',
    lazy: async () => ({ Component: (await import('./sheet/SheetPage.tsx')).SheetPage }),
  },
  {
    path: 'batches/:batchId',
    lazy: async () => ({ Component: (await import('./batch/BatchPage.tsx')).BatchPage }),
  },
];
