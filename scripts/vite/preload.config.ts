import { defineConfig } from 'vite';

/** Bundles the preload into one CommonJS file, the only format that a sandboxed Electron page accepts. */
export default defineConfig({
  build: {
    outDir: 'out/preload',
    target: 'chrome130',
    minify: false,
    emptyOutDir: true,
    lib: { entry: 'preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
});
