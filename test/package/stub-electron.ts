import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The letters before the fuses in every Electron binary, by which they are found. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** A folder that electron-builder takes for Electron of this version: an executable that holds nothing but this wire of fuses, each 0 or 1. */
export function writeStubElectron(folder: string, version: string, fuses: string): void {
  mkdirSync(folder, { recursive: true });
  const wire = Buffer.concat([
    Buffer.from('#!/bin/sh\n# '),
    Buffer.from(sentinel),
    Buffer.from([1, fuses.length]),
    Buffer.from(fuses),
    Buffer.from('\nexit 0\n'),
  ]);
  const executable = path.join(folder, 'electron');
  writeFileSync(executable, wire);
  chmodSync(executable, 0o755);
  writeFileSync(path.join(folder, 'version'), version);
}
