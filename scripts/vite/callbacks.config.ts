import { defineConfig } from 'vite';

/** Bundles the thread that listens for callbacks: one file that needs nothing but Node. */
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
