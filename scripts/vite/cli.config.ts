import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Packages with a native part, and one that a thread resolves by its name. */
const outside = ['@napi-rs/keyring', 'read-excel-file', '@myriaddreamin/typst-ts-node-compiler'];
const isOutside = (id: string): boolean => outside.some((name) => id === name || id.startsWith(`${name}/`));

/** What every command loads first goes into one file, since each file costs time. */
const shared =
  /\/(contract|node_modules\/zod|main\/gateway\/network\/addresses|main\/faces\/window\/places)\b/;

/** better-sqlite3 is 16 files: all but the one that finds its native part are bundled. */
const findsNativePart = `
import { createRequire } from 'node:module';
import path from 'node:path';
const load = createRequire(import.meta.url);
export const { getBinding } = load(path.join(path.dirname(load.resolve('better-sqlite3')), 'binding.js'));
`;
const sqliteBinding: Plugin = {
  name: 'sqlite-binding',
  load: (id) => (id.endsWith('/better-sqlite3/lib/binding.js') ? findsNativePart : null),
};

/** A command makes the schemas that it uses, not all of the contract. */
const schemasOnDemand = path.resolve(import.meta.dirname, '../../main/faces/cli/zod-on-demand.ts');
const zodOnDemand: Plugin = {
  name: 'zod-on-demand',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'zod' && importer !== schemasOnDemand && importer?.includes('/node_modules/') === false
      ? schemasOnDemand
      : null,
};

/** Parts of Node of which only functions are used, and by few commands: each function loads its part when it is called. */
const loadedLate = new Set(['node:fs/promises', 'node:zlib']);

/** Importing a part of Node loads everything that it offers, such as all of Web Crypto; taking what is used from it does not. */
const partsOfNode: Plugin = {
  name: 'parts-of-node',
  renderChunk: (code) =>
    code.replaceAll(
      /^import\s*(?:(\w+)\s*,?)?\s*(?:\{([^}]*)\})?\s*from\s*["'](node:[\w/]+)["'];/gm,
      (_line, whole: string | undefined, names: string | undefined, part: string) => {
        const load = `process.getBuiltinModule("${part}")`;
        const taken = Array.from(
          (names ?? '').matchAll(/([\w$]+)(?:\s+as\s+([\w$]+))?/g),
          ([, name, own = name]) =>
            loadedLate.has(part)
              ? `const ${own}=(...given)=>${load}.${name}(...given);`
              : `const ${own}=${load}.${name};`,
        );
        return [...(whole === undefined ? [] : [`const ${whole}=${load};`]), ...taken].join('');
      },
    ),
};

/** What is not ASCII as escapes: a file of ASCII alone takes half the memory and less time to load. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/**
 * Bundles the command line for Node, with its libraries. What only some commands need is in files of its own, whose names stay the
 * same from one build to the next, so that each replaces the compiled code of the one before (main/faces/cli/compiled-code.ts).
 */
export default defineConfig({
  plugins: [zodOnDemand, sqliteBinding, partsOfNode, asciiOnly],
  build: {
    outDir: 'out/cli',
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    lib: { entry: 'main/cli.ts', formats: ['es'], fileName: () => 'bursar.js' },
    rolldownOptions: {
      platform: 'node',
      external: (id) => id.startsWith('node:') || builtinModules.includes(id) || isOutside(id),
      output: {
        chunkFileNames: '[name].js',
        minifyInternalExports: false,
        // Less to read; names stay as they are.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        codeSplitting: { groups: [{ name: 'shared', test: shared }] },
      },
    },
  },
});
