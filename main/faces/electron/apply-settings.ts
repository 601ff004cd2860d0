import { app, dialog, nativeTheme, type BrowserWindow } from 'electron';
import { Settings, usualSettings } from '../../../contract/settings.ts';
import type { Host } from '../window/host.ts';
import { goTo } from './main-window.ts';
import { showMenu } from './menu.ts';
import { Updates } from './updates.ts';

/** Applies the settings of theme, menu and update check, now and whenever they change. */
export async function applySettings(
  host: Host,
  windowNow: () => BrowserWindow | null,
): Promise<{ stop(): void }> {
  const updates = new Updates((failure) => host.report('updates', failure));
  const apply = async (): Promise<void> => {
    const answer = await host.call('settings.read', {}, null);
    const settings = answer.ok ? (Settings.safeParse(answer.value).data ?? usualSettings) : usualSettings;
    nativeTheme.themeSource = settings.appearance;
    updates.setFeed(settings.updateFeedUrl);
    showMenu({
      platform: process.platform,
      isPackaged: app.isPackaged,
      appearance: settings.appearance,
      go: (to) => {
        const window = windowNow();
        if (window !== null && !window.isDestroyed()) goTo(window, to);
      },
      setAppearance: (appearance) => void choose('settings.change', { appearance }),
      openDataFolder: () => void choose('host.openDataFolder', {}),
    });
  };
  /** A person's choice in the menu. */
  const choose = async (name: 'settings.change' | 'host.openDataFolder', input: object): Promise<void> => {
    const answer = await host.call(name, input, null);
    if (!answer.ok) dialog.showErrorBox('Bursar', answer.error.message);
  };
  const unsubscribe = host.subscribe(({ kind }) => {
    if (kind === 'settings' || kind === 'restored') void apply();
  });
  await apply();
  return {
    stop: () => {
      unsubscribe();
      updates.stop();
    },
  };
}
