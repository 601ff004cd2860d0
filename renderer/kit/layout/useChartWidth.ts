import { useRef, type RefObject } from 'react';
import { useRoom } from '../table/useRoom.ts';

/** In pixels; in less, the texts of a chart run into each other. */
const leastWidth = 640;

/** How wide a chart is in its box, which it fills from left to right at any size of the window. */
export function useChartWidth(): {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly width: number;
} {
  const frame = useRef<HTMLDivElement>(null);
  return { frame, width: Math.max(leastWidth, useRoom(frame, true) ?? 0) };
}
