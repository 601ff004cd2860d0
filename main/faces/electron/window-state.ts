import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
type Bounds = z.infer<typeof Bounds>;

const WindowState = z.object({ bounds: Bounds, isMaximized: z.boolean() });
type WindowState = z.infer<typeof WindowState>;

export const smallestWindow = { width: 960, height: 600 } as const;
const usualWindow = { width: 1280, height: 800 } as const;
/** The least of a window that must be on a screen so that a person can grab it. */
const smallestVisible = 120;

/** Where the window was when it was last closed; null if unknown. */
export function readWindowState(file: string): WindowState | null {
  try {
    return WindowState.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Stores where the window is. If it cannot be stored, nobody needs to know. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // Ignored: the window then opens in the middle of the screen.
  }
}

/**
 * Where the window opens: where it was, if that screen still exists, otherwise in the middle of the first one. Never larger than
 * the screen.
 */
export function placeWindow(
  state: WindowState | null,
  screens: readonly Bounds[],
): { bounds: Bounds; isMaximized: boolean } {
  const [first] = screens;
  const found = state === null ? undefined : screens.find((screen) => isSeen(state.bounds, screen));
  if (state !== null && found !== undefined)
    return { bounds: within(state.bounds, found), isMaximized: state.isMaximized };
  const isMaximized = state?.isMaximized ?? false;
  return { bounds: first === undefined ? { x: 0, y: 0, ...usualWindow } : centred(first), isMaximized };
}

function isSeen(window: Bounds, screen: Bounds): boolean {
  const width = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  const height = Math.min(window.y + window.height, screen.y + screen.height) - Math.max(window.y, screen.y);
  return width >= smallestVisible && height >= smallestVisible;
}

function within(window: Bounds, screen: Bounds): Bounds {
  const width = Math.min(Math.max(window.width, smallestWindow.width), screen.width);
  const height = Math.min(Math.max(window.height, smallestWindow.height), screen.height);
  return {
    x: Math.min(Math.max(window.x, screen.x), screen.x + screen.width - width),
    y: Math.min(Math.max(window.y, screen.y), screen.y + screen.height - height),
    width,
    height,
  };
}

function centred(screen: Bounds): Bounds {
  const width = Math.min(usualWindow.width, screen.width);
  const height = Math.min(usualWindow.height, screen.height);
  return {
    x: screen.x + Math.floor((screen.width - width) / 2),
    y: screen.y + Math.floor((screen.height - height) / 2),
    width,
    height,
  };
}
