/** Builds each part into `out/`; rejects with the first that cannot be built. */
export function buildAll(logLevel?: 'info' | 'warn' | 'error' | 'silent'): Promise<void>;
