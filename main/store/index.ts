export { hasDatabase, sizeOfLongUpdate } from './folder/inspect-database.ts';
export { openStore } from './folder/open-store.ts';
export { restoreBackup } from './folder/restore-backup.ts';
export { StoreError } from './store-error.ts';
