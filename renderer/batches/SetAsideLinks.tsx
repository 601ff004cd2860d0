import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import type { SetAside } from '../../contract/batches/set-aside.ts';
import { counted } from '../../contract/text/numbers.ts';
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
