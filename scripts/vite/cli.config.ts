import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import manifest from '../../package.json' with { type: 'json' };

const installed = Object.keys(manifest.dependencies);
const isInstalled = (id: string): boolean =>
  installed.some((name) => id === name || id.startsWith(`${name}/`));

/** Bundles the command line for Node; npm packages stay outside the bundle. */
export default defineConfig({
  build: {
    outDir: 'out/cli',
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    lib: { entry: 'main/cli.ts', formats: ['es'], fileName: () => 'bursar.js' },
    rolldownOptions: {
      external: (id) => id.startsWith('node:') || builtinModules.includes(id) || isInstalled(id),
    },
  },
});
