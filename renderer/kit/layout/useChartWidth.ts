import { useRef, type RefObject } from 'react';
import { useRoom } from '../table/useRoom.ts';

/** In pixels; below this, the texts of a chart overlap. */
const leastWidth = 640;

/** The width of a chart in its box, which it fills at any window size. */
export function useChartWidth(): {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly width: number;
} {
  const frame = useRef<HTMLDivElement>(null);
  return { frame, width: Math.max(leastWidth, useRoom(frame) ?? 0) };
}
