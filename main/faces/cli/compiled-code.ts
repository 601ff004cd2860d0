import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';

const ownerOnly = 0o700;
const writableByOthers = 0o022;
const checksumBytes = 32;
/** A command's first run may have been on an empty data folder; later runs use other functions. */
const renewedAfterMs = 24 * 60 * 60 * 1000;

/** The build puts a hash of the whole program here (`scripts/vite/cli.config.ts`). */
const build = 'BUILD_OF_THIS_PROGRAM';

type Part = { readonly name: string; readonly script: Script };

/** The built program: its parts are loaded from its folder, with the compiled code that an earlier run of the command cached. */
type Program = {
  /** The exports of a part; it runs when it is first loaded. */
  load(part: string): unknown;
  /** Caches the compiled code of all loaded parts, unless it is cached already. */
  keepCompiled(): void;
};

/**
 * Opens the program built into this folder, for the command that these words begin with. V8 compiles a function when it is first
 * called, which takes a fifth of a short command; so after a command has ended, the compiled code of every function that it called
 * is stored in the user's cache folder. Its content is executed, so a folder that somebody else owns or may write to is not used.
 * Without the cache, the program only starts more slowly. `words` null: the cache is neither read nor written.
 */
export function openProgram(folder: string, words: readonly string[] | null): Program {
  let kept = words === null ? null : keptFolder(words[0] ?? '');
  const loaded = new Map<string, { exports: unknown }>();
  const parts: Part[] = [];
  let isComplete = kept !== null;
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const filename = join(folder, `${name}.js`);
    const source = readFileSync(filename, 'latin1');
    // V8 compares only the length. While the program is replaced by another build, a part may be of that one.
    const isOfThisBuild = source.startsWith(build, '/*'.length);
    const cachedData = kept === null || !isOfThisBuild ? undefined : readKept(join(kept, name));
    if (!isOfThisBuild) kept = null;
    const script = new Script(source, {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) isComplete = false;
    parts.push({ name, script });
    const module = { exports: {} };
    loaded.set(name, module);
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run(module.exports, requirePart, module, filename, folder, importPart);
    return module.exports;
  };
  const requirePart = (id: string): unknown =>
    id.startsWith('./') ? load(id.slice(2, -'.js'.length)) : process.getBuiltinModule(id);
  // Only a file loaded by Node itself may import: a separate script may not without an experimental-feature warning.
  const importPart = (id: string): Promise<unknown> => import(/* @vite-ignore */ id);
  return {
    load,
    keepCompiled: () => {
      if (kept !== null && !isComplete) keep(kept, parts);
    },
  };
}

/** The cache folder of a command; null: nothing can be cached safely. */
function keptFolder(firstWord: string): string | null {
  const all = compiledCodeDirectory(process.platform, process.env, homedir());
  const command = /^[a-z][a-z-]*$/.test(firstWord) ? firstWord : 'help';
  try {
    mkdirSync(all, { recursive: true, mode: ownerOnly });
    const { uid, mode } = statSync(all);
    const isOurs =
      process.getuid === undefined || (uid === process.getuid() && (mode & writableByOthers) === 0);
    return isOurs ? join(all, `${build}-${process.version}-${process.arch}`, command) : null;
  } catch {
    // Ignored: the program also runs without a cache.
    return null;
  }
}

/** V8 runs any bytes that it accepts as compiled code, so a damaged file is not read. */
function readKept(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(checksumBytes);
    const isRecent = Date.now() - statSync(file).mtimeMs < renewedAfterMs;
    return isRecent && checksumOf(code).equals(bytes.subarray(0, checksumBytes)) ? code : undefined;
  } catch {
    // Ignored: it is cached after the command has ended.
    return undefined;
  }
}

function checksumOf(code: Buffer): Buffer {
  return hash('sha256', code, 'buffer');
}

function keep(kept: string, parts: readonly Part[]): void {
  const ofBuild = dirname(kept);
  try {
    mkdirSync(kept, { recursive: true, mode: ownerOnly });
    for (const { name, script } of parts) {
      const code = script.createCachedData();
      const file = join(kept, name);
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, Buffer.concat([checksumOf(code), code]));
      renameSync(unfinished, file);
    }
    const all = dirname(ofBuild);
    for (const other of readdirSync(all))
      if (other !== basename(ofBuild)) rmSync(join(all, other), { recursive: true, force: true });
  } catch {
    // Ignored: the program also runs without a cache.
  }
}

/** Where compiled code is stored: the platform's cache folder. */
export function compiledCodeDirectory(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Bursar', 'cache', 'code');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'Bursar', 'code');
    default: {
      const base = environment['XDG_CACHE_HOME'] ?? '';
      return join(isAbsolute(base) ? base : join(home, '.cache'), 'bursar', 'code');
    }
  }
}
