import type { Guide } from './guide-tree.ts';

/** The guide. The build puts the text of docs/guide.md in the place of this file (`scripts/vite/guide.ts`). */
export const guide: Guide = { sections: [], blocks: [] };
