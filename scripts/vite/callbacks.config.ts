import { defineConfig } from 'vite';

/** Bundles the callback listener's thread: one file that needs only Node. */
export default defineConfig({
  build: {
    outDir: 'out/callbacks',
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    lib: { entry: 'main/callbacks/thread.ts', formats: ['es'], fileName: () => 'thread.js' },
    rolldownOptions: { external: (id) => id.startsWith('node:') },
  },
});
