// Packages the desktop app for the system it runs on: AppImage and deb, NSIS, or dmg, into dist/.
// Signing is electron-builder's (CSC_LINK, CSC_KEY_PASSWORD, APPLE_ID …); BURSAR_UPDATE_URL is the https address of the update feed, if any.
import { createRequire } from 'node:module';
import { build } from 'electron-builder';
import { buildAll } from './build.mjs';

const updateUrl = process.env.BURSAR_UPDATE_URL ?? '';
if (updateUrl !== '' && !updateUrl.startsWith('https://')) {
  process.stderr.write('BURSAR_UPDATE_URL must begin with https://.\n');
  process.exit(2);
}

try {
  createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler');
} catch {
  process.stderr.write(
    'The PDF typesetter for this system is not installed: package-lock.json lacks it. Run npm install here and commit the lock file.\n',
  );
  process.exit(1);
}

await buildAll('info');
const made = await build({
  publish: 'never',
  config: {
    extends: './electron-builder.yml',
    publish: updateUrl === '' ? null : [{ provider: 'generic', url: updateUrl }],
  },
});
for (const file of made) process.stdout.write(`${file}\n`);
