import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { NotificationPlace } from '../../../contract/window/notification-place.ts';
import { guidePath, places } from '../../../contract/window/places.ts';
import type { Settings } from '../../../contract/settings.ts';

/** The places that the menu, a notification or an opened file can lead to. */
export type Route =
  | (typeof places)[number]['path']
  | typeof guidePath
  | NotificationPlace
  | '/batches/new'
  | '/settings/about'
  | `/approvals?opened=${number}`;

/** Back or Forward. */
export type Step = -1 | 1;

type MenuActions = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly appearance: Settings['appearance'];
  go(to: Route | Step): void;
  setAppearance(appearance: Settings['appearance']): void;
  openDataFolder(): void;
};

/** Installs the menu with the platform's shortcuts. */
export function showMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, app.name)));
}

/** In sentence case like the rest of the program: roles with title-case labels in Electron have custom labels. */
function menuTemplate(actions: MenuActions, name: string): MenuItemConstructorOptions[] {
  const isMac = actions.platform === 'darwin';
  const { go } = actions;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => go('/settings'),
  };
  const about: MenuItemConstructorOptions = { label: `About ${name}`, click: () => go('/settings/about') };
  const macApp: MenuItemConstructorOptions = {
    label: name,
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers', label: 'Hide others' },
      { role: 'unhide', label: 'Show all' },
      separator,
      { role: 'quit' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      { label: 'New batch', accelerator: 'CmdOrCtrl+N', click: () => go('/batches/new') },
      separator,
      ...(isMac
        ? [{ role: 'close' as const, label: 'Close window' }]
        : [settings, separator, { role: 'quit' as const }]),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      { label: `${name} guide`, accelerator: 'F1', click: () => go(guidePath) },
      separator,
      { label: 'Open data folder', click: () => actions.openDataFolder() },
      ...(isMac ? [] : [separator, about]),
    ],
  };
  return [
    ...(isMac ? [macApp] : []),
    file,
    editMenu(isMac),
    viewMenu(actions),
    goMenu(actions),
    { role: 'windowMenu' },
    help,
  ];
}

function editMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(isMac ? [{ role: 'pasteAndMatchStyle' as const, label: 'Paste and match style' }] : []),
      { role: 'delete' },
      { role: 'selectAll', label: 'Select all' },
    ],
  };
}

function viewMenu({ appearance, setAppearance, isPackaged }: MenuActions): MenuItemConstructorOptions {
  const choices = [
    { label: 'As the system', value: 'system' },
    { label: 'Light', value: 'light' },
    { label: 'Dark', value: 'dark' },
  ] as const;
  return {
    label: '&View',
    submenu: [
      { role: 'zoomIn', label: 'Zoom in' },
      { role: 'zoomOut', label: 'Zoom out' },
      { role: 'resetZoom', label: 'Actual size' },
      { type: 'separator' },
      {
        label: 'Appearance',
        submenu: choices.map(({ label, value }) => ({
          label,
          type: 'radio' as const,
          checked: appearance === value,
          click: () => setAppearance(value),
        })),
      },
      { type: 'separator' },
      { role: 'togglefullscreen', label: 'Full screen' },
      ...(isPackaged
        ? []
        : [{ type: 'separator' as const }, { role: 'toggleDevTools' as const, label: 'Developer tools' }]),
    ],
  };
}

/** With the keys of the platform's browsers for Back and Forward, which a window without a browser around it has not. */
function goMenu({ go, platform }: MenuActions): MenuItemConstructorOptions {
  const [back, forward] = platform === 'darwin' ? ['Cmd+[', 'Cmd+]'] : ['Alt+Left', 'Alt+Right'];
  return {
    label: '&Go',
    submenu: [
      { label: 'Back', accelerator: back, click: () => go(-1) },
      { label: 'Forward', accelerator: forward, click: () => go(1) },
      { type: 'separator' },
      ...places.map(({ label, path, shortcut }) => ({
        label,
        accelerator: acceleratorOf(shortcut),
        click: () => go(path),
      })),
    ],
  };
}

/** A shortcut in Electron's notation. */
const acceleratorOf = (shortcut: string): string => shortcut.replace('mod', 'CmdOrCtrl');
