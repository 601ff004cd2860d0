import type { Guide } from './guide-tree.ts';

/** The guide. The build replaces this file with the text of docs/guide.md (`scripts/vite/guide.ts`). */
export const guide: Guide = { sections: [], blocks: [] };
