export { MemoryDisk, openMemoryStore, type MemoryOpening, type MemoryStore } from './folder/memory-store.ts';
export { openStore } from './folder/open-store.ts';
export { restoreBackup, type Restored } from './folder/restore-backup.ts';
export { StoreError } from './store-error.ts';
