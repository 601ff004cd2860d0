import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { fuses } from '../../scripts/fuses.mjs';
import { writeStubElectron } from './stub-electron.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fuseNumbers = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
const wanted = fuseNumbers.map((fuse) => (fuses[fuse] === true ? '1' : '0'));
/** The opposite of what is wanted, so that a fuse that nobody set is found. */
const opposite = wanted.map((state) => (state === '1' ? '0' : '1')).join('');
const electronVersion: unknown = JSON.parse(
  readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8'),
).version;

let folder = '';
let program = '';
let archive = '';
let entries: string[] = [];
/** A folder with everything in the package, packed or not. */
let app = '';
/** How a desktop starts the AppImage. */
let appImageEntry = '';

/** Packages with a stub of Electron: electron-builder, our configuration and the fuses are real. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bursar-package-'));
  const stub = path.join(folder, 'stub');
  writeStubElectron(stub, String(electronVersion), opposite);
  const target = Platform.current();
  await build({
    projectDir: root,
    targets: target.createTarget(target === Platform.LINUX ? ['dir', 'AppImage'] : 'dir'),
    publish: 'never',
    // What the AppImage would be made of is enough: making it needs tools that would be downloaded.
    effectiveOptionComputed: (computed: unknown) => {
      appImageEntry = String(Reflect.get(Object(computed), 'desktop'));
      return Promise.resolve(true);
    },
    config: {
      extends: './electron-builder.yml',
      directories: { output: path.join(folder, 'dist'), buildResources: 'build' },
      electronDist: stub,
      electronVersion: String(electronVersion),
    },
  });
  program = path.join(folder, 'dist', `${target.buildConfigurationKey}-unpacked`);
  archive = path.join(program, 'resources', 'app.asar');
  entries = listPackage(archive, { isPack: false }).map((entry) => entry.replaceAll('\\', '/').slice(1));
  app = path.join(folder, 'app');
  mkdirSync(app);
  extractAll(archive, app);
  cpSync(`${archive}.unpacked`, app, { recursive: true });
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the shell with an Electron of which another instance runs already, and whose other parts accept everything. */
function startOfShell(names: readonly string[]): string {
  const rest = names.filter((name) => name !== 'app').map((name) => `export const ${name} = anything();`);
  const electron = `
    const anything = () => new Proxy(function () {}, { get: () => anything(), apply: () => anything(), construct: () => ({}) });
    const tell = (text) => process.stdout.write(text);
    export const app = {
      commandLine: { hasSwitch: () => false },
      setName() {}, setPath() {}, setAppUserModelId() {}, on() {},
      enableSandbox: () => tell('sandboxed; '),
      requestSingleInstanceLock: () => false,
      quit: () => tell('another instance runs'),
    };
    ${rest.join('\n')}`;
  return `
    import { registerHooks } from 'node:module';
    const stub = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(electron)}`)};
    registerHooks({ resolve: (id, context, next) => (id === 'electron' ? { url: stub, shortCircuit: true } : next(id, context)) });
    await import('./out/electron/main.js');`;
}

/** Names of packages in an archive, `@scope/name` as one. */
function packagesIn(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? []));
}

describe('the packaged app', () => {
  it('contains the bundles of the shell, the preload and the page, and the entry that its manifest names', () => {
    for (const name of [
      'out/electron/main.js',
      'out/callbacks/thread.js',
      'out/verifier/verify.mjs',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'package.json',
    ])
      expect(entries).toContain(name);
    expect(entries).toContain(manifest.main);
  });

  it('contains every production dependency and no development dependency', () => {
    const packages = packagesIn(entries);
    for (const name of Object.keys(manifest.dependencies)) expect(packages).toContain(name);
    for (const name of Object.keys(manifest.devDependencies)) expect(packages).not.toContain(name);
  });

  it('contains none of our sources, tests, source maps, documents or secrets', () => {
    const ours = entries.filter((name) => !name.startsWith('node_modules/') && name !== 'node_modules');
    const allowed = /^(package\.json|out(\/(callbacks|electron|fonts|preload|renderer|verifier)(\/.*)?)?)$/;
    expect(ours.filter((name) => !allowed.test(name))).toEqual([]);
    expect(entries.filter((name) => /\.([mc]?tsx?|map|pem|key|p12|pfx|env|db|sqlite)$/i.test(name))).toEqual(
      [],
    );
    expect(entries.filter((name) => /(^|\/)(\.env|\.git|\.ci|\.npmrc)(\/|$)/.test(name))).toEqual([]);
  });

  it('keeps native files outside the archive, for this system only', () => {
    const natives = readdirSync(`${archive}.unpacked`, { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.node'));
    expect(natives).toContain(
      `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
    );
    expect(natives.filter((name) => name.startsWith('node_modules/@napi-rs/keyring-'))).toHaveLength(1);
    expect(natives.filter((name) => name.startsWith('node_modules/@myriaddreamin/'))).toHaveLength(1);
    expect(natives).toHaveLength(3);
    expect(entries.filter((name) => name.endsWith('.node')).toSorted()).toEqual(natives.toSorted());
  });

  it('has all nine fuses set', async () => {
    const executable = path.join(program, 'bursar');
    const wire: Partial<Record<FuseV1Options, FuseState>> = await getCurrentFuseWire(executable);
    expect(fuseNumbers).toHaveLength(9);
    for (const [index, fuse] of fuseNumbers.entries())
      expect(wire[fuse], FuseV1Options[fuse]).toBe(
        wanted[index] === '1' ? FuseState.ENABLE : FuseState.DISABLE,
      );
  });

  it.skipIf(process.platform !== 'linux')('starts as an AppImage with its sandbox', () => {
    expect(appImageEntry).toMatch(/^Exec=AppRun +%U$/m);
    expect(appImageEntry).not.toContain('no-sandbox');
  });

  it('finds everything that it imports in the package', () => {
    const imports = Object.keys(manifest.dependencies).map((name) =>
      name === 'electron-updater'
        ? `createRequire(import.meta.url).resolve('${name}');`
        : `await import('${name}');`,
    );
    const script = path.join(app, 'try.mjs');
    writeFileSync(
      script,
      `import { createRequire } from 'node:module';\n${imports.join('\n')}\nprocess.stdout.write('all there');\n`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', cwd: app });
    expect(`${stdout}${stderr}`).toBe('all there');
  });

  it('has a shell that starts from the package, up to what only Electron can do', () => {
    const shell = readFileSync(path.join(app, 'out/electron/main.js'), 'utf8');
    const [, names = ''] = /import \{ (.*) \} from "electron"/.exec(shell) ?? [];
    writeFileSync(path.join(app, 'start.mjs'), startOfShell(names.split(', ')));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', 'start.mjs', `--data-dir=${path.join(folder, 'data')}`],
      { encoding: 'utf8', cwd: app },
    );
    expect(`${stdout}${stderr}`).toBe('sandboxed; another instance runs');
  });
});
