// Called by electron-builder when the program's folder is complete and before it is signed: sets Electron's fuses.
import { flipFuses } from '@electron/fuses';
import path from 'node:path';
import { fuses } from './fuses.mjs';

/** The path of the executable, or on macOS the bundle, of a packaged program. */
function executableOf({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  switch (electronPlatformName) {
    case 'darwin':
    case 'mas':
      return path.join(appOutDir, `${productFilename}.app`);
    case 'win32':
      return path.join(appOutDir, `${productFilename}.exe`);
    default:
      return path.join(appOutDir, packager.executableName);
  }
}

export default async function afterPack(context) {
  await flipFuses(executableOf(context), {
    ...fuses,
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
  });
}
