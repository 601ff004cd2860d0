import { styled } from '@mui/material/styles';

const Frame = styled('div', { shouldForwardProp: (name) => name !== 'isSteady' })<{
  readonly isSteady: boolean;
}>(({ theme, isSteady }) => ({
  marginTop: 8,
  maxHeight: 'max(260px, 45vh)',
  overflow: 'auto',
  '& table': { borderCollapse: 'collapse', fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { padding: '4px 16px 4px 0', textAlign: 'left', whiteSpace: 'nowrap' },
  // Names and reasons wrap before they push neighbouring cells out of view.
  '& td.long': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 130, maxWidth: 240 },
  '& td.sentence': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 130, maxWidth: 720 },
  '& th': { color: (theme.vars ?? theme).palette.text.secondary, fontWeight: 500, fontSize: 12 },
  [theme.breakpoints.down('lg')]: {
    '& th, & td': { paddingRight: 10 },
    '& tr > :last-child': { paddingRight: 0 },
    // An amount of 18 decimals may put its currency code below its digits.
    ...(isSteady ? {} : { '& th, & .amount': { whiteSpace: 'normal' } }),
  },
}));

/** Also on a small screen, far enough from the next that its dash does not look like a minus before it. */
const numericStyles = (columns: readonly number[]) =>
  Object.fromEntries(
    columns.map((column) => [
      `& tr > :nth-of-type(${column + 1})`,
      {
        textAlign: 'right' as const,
        paddingRight: { xs: 1.5, lg: 2 },
      },
    ]),
  );

type Props = {
  readonly label: string;
  readonly head: readonly string[];
  /** Columns with figures, from 0, set to the right. */
  readonly numeric?: readonly number[];
  /** A person watches it while its figures change: it scrolls instead of wrapping, which would move everything below. */
  readonly isSteady?: boolean;
  readonly frame?: React.Ref<HTMLDivElement>;
  readonly children: React.ReactNode;
};

/** A short list inside a finding. It scrolls if it is long. */
export function SmallTable({ label, head, numeric = [], isSteady = false, frame, children }: Props) {
  return (
    <Frame
      isSteady={isSteady}
      ref={frame}
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={numericStyles(numeric)}
    >
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Frame>
  );
}
