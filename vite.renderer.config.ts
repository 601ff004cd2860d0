import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Bundles the page. Everything it needs is in the bundle: no request leaves it but those to its own face. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    // An inlined font or picture would need data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
