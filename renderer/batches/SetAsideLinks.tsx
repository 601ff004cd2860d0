import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import type { SetAside } from '../../contract/batches/set-aside.ts';
import { counted } from '../../contract/text/numbers.ts';
import { leftOutText } from '../../contract/text/sheet-step.ts';
import { useSetAsideLinks } from '../queries/sheets.ts';

/** Links between a sheet or batch and the rows that were set aside from it, and to it; empty if there are none. */
export function SetAsideLinks({ of }: { of: { readonly sheetId?: string; readonly batchId?: string } }) {
  const links = useSetAsideLinks(of);
  if (links.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Rows set aside"
      sx={{ fontSize: 13, display: 'flex', flexWrap: 'wrap', columnGap: 3 }}
    >
      {links.map((link, index) => {
        const isFrom = isSide(link.from, of);
        return (
          <span key={index}>
            {counted(link.rows, 'row')} set aside{isFrom ? ':' : ' from'}{' '}
            <Side side={isFrom ? link.to : link.from} />
          </span>
        );
      })}
    </Box>
  );
}

/** For a sheet that repeats a batch: the rows that had been set aside from that, which are not among those that it repeats. */
export function RowsLeftOut({ batchId }: { readonly batchId: string }) {
  const links = useSetAsideLinks({ batchId }).filter(({ from }) => isSide(from, { batchId }));
  if (links.length === 0) return null;
  return (
    <Box component="section" aria-label="Rows left out" sx={{ fontSize: 13 }}>
      {links.map(({ rows, from, to }, index) => (
        <div key={index}>
          {leftOutText(rows, from.name)} <Side side={to} />
        </div>
      ))}
    </Box>
  );
}

function isSide(
  side: SetAside['from'],
  of: { readonly sheetId?: string; readonly batchId?: string },
): boolean {
  return of.sheetId === undefined ? side.batchId === of.batchId : side.sheetId === of.sheetId;
}

function Side({ side: { name, sheetId, batchId } }: { side: SetAside['from'] }) {
  const to = sheetId === null ? (batchId === null ? null : `/batches/${batchId}`) : `/sheets/${sheetId}`;
  if (to === null) return <>{name} (discarded)</>;
  return (
    <MuiLink component={Link} to={to}>
      {name}
    </MuiLink>
  );
}
