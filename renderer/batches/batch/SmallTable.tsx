import { styled } from '@mui/material/styles';

const Frame = styled('div')(({ theme }) => ({
  marginTop: 8,
  maxHeight: 'max(260px, 45vh)',
  overflow: 'auto',
  '& table': { borderCollapse: 'collapse', fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { padding: '4px 16px 4px 0', textAlign: 'left', whiteSpace: 'nowrap' },
  // Names and reasons wrap before they push neighbouring cells out of view.
  '& td.long': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 130, maxWidth: 240 },
  '& td.sentence': { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 130, maxWidth: 720 },
  '& th': { color: (theme.vars ?? theme).palette.text.secondary, fontWeight: 500, fontSize: 12 },
  [theme.breakpoints.down('md')]: {
    '& th, & td': { paddingRight: 6 },
    '& th': { whiteSpace: 'normal' },
  },
}));

/** Also on a small screen, so far from the next that the dash of one is no minus before it. */
const numericStyles = (columns: readonly number[]) =>
  Object.fromEntries(
    columns.map((column) => [
      `& tr > :nth-of-type(${column + 1})`,
      { textAlign: 'right' as const, paddingRight: { xs: 1.5, md: 2 } },
    ]),
  );

type Props = {
  readonly label: string;
  readonly head: readonly string[];
  /** Columns with figures, from 0, set to the right. */
  readonly numeric?: readonly number[];
  /** The scrolling element. */
  readonly frame?: React.Ref<HTMLDivElement>;
  readonly children: React.ReactNode;
};

/** A short list inside a finding. It scrolls if it is long. */
export function SmallTable({ label, head, numeric = [], frame, children }: Props) {
  return (
    <Frame ref={frame} tabIndex={0} role="region" aria-label={label} sx={numericStyles(numeric)}>
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
