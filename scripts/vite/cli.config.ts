import { hash } from 'node:crypto';
import { builtinModules } from 'node:module';
import { defineConfig, type Plugin } from 'vite';
import { makesSchemasOnDemand } from './schemas-on-demand.ts';

/** Packages with a native part, and one that a thread resolves by name. */
const outside = ['@napi-rs/keyring', '@myriaddreamin/typst-ts-node-compiler'];
const isOutside = (id: string): boolean => outside.some((name) => id === name || id.startsWith(`${name}/`));

/** The modules that every command loads first go into one file, since each file costs time. */
const shared =
  /\/(contract|node_modules\/zod|main\/gateway\/network\/addresses|main\/faces\/window\/places)\b/;

/** better-sqlite3 is 16 files: all except the one that finds its native part are bundled. */
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

/** Node modules that few commands use, and only by their functions: each is loaded when one of its functions is called. */
const loadedLate = ['node:fs/promises', 'node:zlib'];
const partsOfNode: Plugin = {
  name: 'parts-of-node',
  renderChunk: (code) =>
    loadedLate.reduce((text, part) => {
      const name = part.replaceAll(/[:/]/g, '_');
      return text
        .replace(new RegExp(`let ${name}\\s*=\\s*require\\(["'\`]${part}["'\`]\\);`), '')
        .replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `process.getBuiltinModule("${part}").`);
    }, code),
};

/** Replaces a placeholder in `main/faces/cli/compiled-code.ts` with the hash of the whole program. */
const buildMark = 'BUILD_OF_THIS_PROGRAM';

/**
 * Writes each part as a function for `openProgram` to call, with loader functions as arguments, and escapes non-ASCII characters: an ASCII file takes half the
 * memory and less time to load. Node loads only the first file, and would treat it as an ES module.
 */
const partsOfProgram: Plugin = {
  name: 'parts-of-program',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    for (const chunk of chunks) {
      const code = chunk.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      chunk.code =
        chunk.fileName === 'bursar.js'
          ? code
          : `(function(exports,require,module,__filename,__dirname,importPart){${code.replaceAll(/(?<![.\w$])import\(/g, 'importPart(')}\n})`;
    }
    const codes = chunks.map(({ fileName, code }) => [fileName, code]);
    const build = hash('sha256', JSON.stringify(codes)).slice(0, 32);
    for (const chunk of chunks)
      chunk.code =
        chunk.fileName === 'bursar.js' ? chunk.code.replace(buildMark, build) : `/*${build}*/${chunk.code}`;
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/**
 * Bundles the command line for Node, with its libraries. Code that only some commands need is in separate files, whose names stay the
 * same from build to build, so that each replaces the previous compiled code (main/faces/cli/compiled-code.ts).
 */
export default defineConfig({
  plugins: [makesSchemasOnDemand(), sqliteBinding, partsOfNode, partsOfProgram],
  build: {
    outDir: 'out/cli',
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    lib: {
      entry: { bursar: 'main/cli.ts', main: 'main/faces/cli/main.ts' },
      formats: ['cjs'],
      fileName: (_format, name) => `${name}.js`,
    },
    rolldownOptions: {
      platform: 'node',
      external: (id) => id.startsWith('node:') || builtinModules.includes(id) || isOutside(id),
      output: {
        chunkFileNames: '[name].js',
        minifyInternalExports: false,
        // Less to read; names stay unchanged.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        codeSplitting: { groups: [{ name: 'shared', test: shared }] },
      },
    },
  },
});
