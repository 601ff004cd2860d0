import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useRef, type ReactNode } from 'react';
import { edgeGap, edgeWidthOf } from '../chart-scale.ts';
import { useRoom } from '../table/useRoom.ts';

/** Where a moment and an amount are in a chart, the edges of its picture, and its colours. */
type Place = {
  readonly x: (at: number) => number;
  readonly y: (amount: number) => number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly colours: Record<'main' | 'pale' | 'line' | 'gap', string>;
};

type ChartProps = {
  /** For screen readers. */
  readonly label: string;
  readonly height: number;
  readonly top: number;
  /** The first and the last moment. */
  readonly times: readonly [number, number];
  readonly amounts: { readonly lowest: number; readonly highest: number };
  /** The texts to its left: their amounts, and how far below these they stand. */
  readonly edges: readonly { readonly text: string; readonly amount: number; readonly below: number }[];
  readonly children: (place: Place) => ReactNode;
};

/** In pixels; below this, the texts of a chart overlap. */
const leastWidth = 640;
const rightMargin = 12;
/** The height of the times below. */
const foot = 24;

/**
 * Amounts over time. It fills its box at any window size, and scrolls sideways if it has little room, also by keyboard, from its end, where
 * the newest days are.
 */
export function Chart({ label, height, top, times: [start, end], amounts, edges, children }: ChartProps) {
  const { vars } = useTheme();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(leastWidth, useRoom(frame) ?? 0);
  const left = edgeWidthOf(edges.map(({ text }) => text));
  const [right, bottom] = [width - rightMargin, height - foot];
  const { lowest, highest } = amounts;
  const y = (amount: number) => bottom - ((amount - lowest) / (highest - lowest)) * (bottom - top);
  return (
    <Box
      ref={frame}
      role="group"
      aria-label="Chart"
      tabIndex={0}
      sx={{ overflowX: 'auto', direction: 'rtl' }}
    >
      <Box sx={{ width: 'max-content', direction: 'ltr' }}>
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          style={{ display: 'block' }}
          fontSize={12}
          fill={vars?.palette.text.secondary ?? 'currentColor'}
        >
          {children({
            x: (at) => left + ((at - start) / (end - start)) * (right - left),
            y,
            left,
            right,
            bottom,
            colours: {
              main: vars?.palette.primary.main ?? 'currentColor',
              pale: vars?.palette.text.disabled ?? 'currentColor',
              line: vars?.palette.divider ?? 'currentColor',
              gap: vars?.palette.action.hover ?? 'none',
            },
          })}
          {edges.map(({ text, amount, below }) => (
            <text key={text} x={left - edgeGap} y={y(amount) + below} textAnchor="end">
              {text}
            </text>
          ))}
        </svg>
      </Box>
    </Box>
  );
}
