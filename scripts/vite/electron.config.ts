import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { makesSchemasOnDemand } from './schemas-on-demand.ts';

const installed = ['electron', ...Object.keys(manifest.dependencies)];
const isInstalled = (id: string): boolean =>
  installed.some((name) => id === name || id.startsWith(`${name}/`));

/** Bundles the desktop shell for Electron's Node; npm packages stay outside the bundle. */
export default defineConfig({
  plugins: [makesSchemasOnDemand()],
  build: {
    outDir: 'out/electron',
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    lib: { entry: 'main/electron.ts', formats: ['es'], fileName: () => 'main.js' },
    rolldownOptions: {
      external: (id) => id.startsWith('node:') || builtinModules.includes(id) || isInstalled(id),
    },
  },
});
