export { openMemoryStore, type MemoryStore } from './memory-store.ts';
export { openStore } from './open-store.ts';
export { restoreBackup, type Restored } from './restore-backup.ts';
export { StoreError } from './store-error.ts';
