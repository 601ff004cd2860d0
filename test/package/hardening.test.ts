import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

describe('the configuration of the installers', () => {
  it('has its own macOS entitlements: JIT is allowed, foreign libraries are not', () => {
    const configuration = read('electron-builder.yml');
    expect(configuration).toContain('entitlements: build/entitlements.mac.plist');
    expect(configuration).toContain('entitlementsInherit: build/entitlements.mac.plist');
    const keys = [...read('build/entitlements.mac.plist').matchAll(/<key>([^<]+)<\/key>/g)].map(
      ([, key]) => key,
    );
    expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
  });

  it('names the app as its window does: Windows and Linux show its notifications and badge under that name', () => {
    const [, appId] = /^appId: (.+)$/m.exec(read('electron-builder.yml')) ?? [];
    expect(read('main/faces/electron/notifications.ts')).toContain(`appUserModelId = '${appId}'`);
    expect(read('electron-builder.yml')).toContain('syncDesktopName: true');
    expect(Reflect.get(Object(JSON.parse(read('package.json'))), 'desktopName')).toBe('bursar.desktop');
  });
});
