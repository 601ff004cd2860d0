import { defineConfig } from 'vite';

/** Bundles the verifier that is in every evidence pack: one file that needs only Node 20. */
export default defineConfig({
  build: {
    outDir: 'out/verifier',
    target: 'node20',
    minify: false,
    emptyOutDir: true,
    lib: { entry: 'main/files/evidence/verify.ts', formats: ['es'], fileName: () => 'verify.mjs' },
    rolldownOptions: { external: (id) => id.startsWith('node:') },
  },
});
