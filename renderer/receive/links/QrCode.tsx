import Box from '@mui/material/Box';
import { create } from 'qrcode';
import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/** The quiet zone around the code, in squares. */
const margin = 4;

type QrCodeProps = { readonly text: string; readonly label: string; readonly size: number };

/** A text as a QR code, dark on white in every theme, because readers expect that; a message if it is too long for one. */
export function QrCode({ text, label, size }: QrCodeProps) {
  const code = useMemo(() => drawn(text), [text]);
  if (code === null)
    return (
      <Box sx={{ color: 'text.secondary', fontSize: 13, maxWidth: size }}>
        The address is too long for a QR code. Copy it instead.
      </Box>
    );
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      sx={{
        width: size,
        height: size,
        display: 'block',
        borderRadius: 1,
        border: '1px solid',
        borderColor: 'divider',
      }}
    >
      <rect width={code.size} height={code.size} fill="#ffffff" />
      <path d={code.path} fill="#000000" />
    </Box>
  );
}

/** Null if no code is large enough. */
function drawn(text: string): { readonly size: number; readonly path: string } | null {
  try {
    const { modules } = create(text, { errorCorrectionLevel: 'L' });
    const isDark = (row: number, column: number): boolean => modules.get(row, column) === 1;
    return { size: modules.size + 2 * margin, path: qrPath(modules.size, isDark, margin) };
  } catch {
    return null;
  }
}
