import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import manifest from '../../package.json' with { type: 'json' };
import { fuses } from '../../scripts/fuses.mjs';

/** As electron-builder.yml has it. */
const productName = 'Bursar';

/** The fuses of every packaged program in this folder that are not as they should be, in words; null when there is no program. */
export async function wrongFuses(folder: string): Promise<string[] | null> {
  const programs = packagedPrograms(folder);
  if (programs.length === 0) return null;
  const wrong: string[] = [];
  for (const program of programs) {
    const wire: Partial<Record<FuseV1Options, FuseState>> = await getCurrentFuseWire(program);
    for (const fuse of fuseNumbers) {
      const wanted = fuses[fuse] === true ? FuseState.ENABLE : FuseState.DISABLE;
      if (wire[fuse] !== wanted)
        wrong.push(
          `${FuseV1Options[fuse]} of ${program} is ${nameOf(wire[fuse])} instead of ${nameOf(wanted)}`,
        );
    }
  }
  return wrong;
}

const fuseNumbers = Object.values(FuseV1Options).filter((value) => typeof value === 'number');

function nameOf(state: FuseState | undefined): string {
  return state === undefined ? 'missing' : (FuseState[state] ?? String(state));
}

/** Executables, or bundles on macOS, of what electron-builder unpacked. */
function packagedPrograms(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      if (/^mac(-|$)/.test(name)) return [path.join(folder, name, `${productName}.app`)];
      if (/^win(-.+)?-unpacked$/.test(name)) return [path.join(folder, name, `${productName}.exe`)];
      return /^linux(-.+)?-unpacked$/.test(name) ? [path.join(folder, name, manifest.name)] : [];
    })
    .filter((program) => existsSync(program));
}
