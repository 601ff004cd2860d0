import { expect, it, onTestFinished, vi } from 'vitest';

it('begins with a sandbox profile where none was chosen, and with a live one only if there is no other', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { profileOfWindow } = await import('../../renderer/shown-profile.ts');
  const live = { name: 'acme', environment: 'live', createdAt: '2026-01-01T00:00:00.000Z' };
  const sandbox = { name: 'beta', environment: 'sandbox', createdAt: '2026-01-02T00:00:00.000Z' };
  const shown = (
    all: readonly (typeof live)[],
    chosen: string | null = null,
    createdAt: string | null = null,
  ) => profileOfWindow(all, { shown: createdAt, chosen }, (each, field) => each[field]);
  expect(shown([live, sandbox])).toBe(sandbox);
  expect(shown([live])).toBe(live);
  expect(shown([live, sandbox], 'acme')).toBe(live);
  // What this window showed was removed: never a live one in its place unless it was chosen.
  expect(shown([live, sandbox], 'gone', '2025-01-01T00:00:00.000Z')).toBe(sandbox);
});
