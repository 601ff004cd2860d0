import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf, flip, placesIn, smallPack } from './packs.ts';
import { temporaryFolder } from '../../../kit/temporary-folder.ts';

describe('an evidence pack', () => {
  it('is verified by its own verifier file with Node 20 alone, packed and unpacked', async () => {
    const archive = await smallPack();
    const folder = temporaryFolder();
    for (const [name, content] of contentsOf(archive)) writeFileSync(path.join(folder, name), content);
    writeFileSync(path.join(folder, 'pack.zip'), archive);
    const program = plainNode();
    const run = (...words: readonly string[]) =>
      spawnSync(program, [path.join(folder, 'verify.mjs'), ...words], { encoding: 'utf8', cwd: '/' });
    expect(run(path.join(folder, 'pack.zip'))).toMatchObject({ status: 0, stderr: '' });
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified: nothing differs.') });
    expect(run(folder)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /\nUnpacked: the files [^]*\nNot part of the pack, and not verified: pack\.zip\.\n$/,
      ),
    });
    writeFileSync(path.join(folder, 'payments.csv'), 'changed');
    expect(run(folder)).toMatchObject({ status: 1, stderr: '' });
    expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('payments.csv was changed.') });
    flip(archive, placesIn(archive)[0]?.from ?? 0, 1);
    writeFileSync(path.join(folder, 'pack.zip'), archive);
    expect(run(path.join(folder, 'pack.zip')).status).toBe(1);
    const nothing = run(path.join(folder, 'nothing.zip'));
    expect(nothing).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('nothing.zip cannot be read'),
    });
    expect(run(mkdtempSync(path.join(folder, 'empty-')))).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('manifest.json is missing.'),
    });
  });

  it('is called neither changed nor verified by a Node that is too old for the verifier', async () => {
    const folder = temporaryFolder();
    const archive = await smallPack();
    writeFileSync(path.join(folder, 'pack.zip'), archive);
    writeFileSync(path.join(folder, 'verify.mjs'), contentsOf(archive).get('verify.mjs') ?? '');
    // What Node 18 lacks.
    const older = `data:text/javascript,${encodeURIComponent(
      `Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } });
       delete String.prototype.isWellFormed; delete Array.prototype.toSorted;`,
    )}`;
    const words = ['--import', older, path.join(folder, 'verify.mjs'), path.join(folder, 'pack.zip')];
    expect(spawnSync(plainNode(), words, { encoding: 'utf8' })).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'This is Node 18.20.8, and the verifier needs Node 20 or later. Nothing was verified.\n',
    });
  });
});

/** A Node 20 where the computer has one: that is what the verifier promises to run with. */
function plainNode(): string {
  const places = ['/usr/local/bin/node', '/usr/bin/node'].filter((program) => existsSync(program));
  return (
    places.find((program) =>
      spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.startsWith('v20.'),
    ) ?? process.execPath
  );
}
