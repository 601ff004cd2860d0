import { assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { placeWindow } from '../../main/faces/electron/window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

it('keeps its place on a screen that still exists', () => {
  const state = { bounds: { x: 10, y: 20, width: 1200, height: 700 }, isMaximized: true };
  expect(placeWindow(state, [screen])).toEqual(state);
});

it('is on one of the screens, whatever was stored', () => {
  const screens = [screen, { x: -1280, y: 200, width: 1280, height: 720 }];
  const place = integer({ min: -10_000, max: 10_000 });
  const size = integer({ min: 1, max: 10_000 });
  assert(
    property(record({ x: place, y: place, width: size, height: size }), (bounds) => {
      const placed = placeWindow({ bounds, isMaximized: false }, screens).bounds;
      const isWithin = screens.some(
        ({ x, y, width, height }) =>
          placed.x >= x &&
          placed.y >= y &&
          placed.x + placed.width <= x + width &&
          placed.y + placed.height <= y + height,
      );
      expect(isWithin).toBe(true);
    }),
  );
});

it('has a place even if no screen is known', () => {
  expect(placeWindow(null, []).bounds).toMatchObject({ width: 1280, height: 800 });
});
