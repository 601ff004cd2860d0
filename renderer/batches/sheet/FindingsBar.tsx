import { faultText } from '../../../contract/text/files/fault-text.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import type { SheetFindings } from '../../../contract/batches/sheet-findings.ts';
import { shortText, unknownBalancesText } from '../../../contract/text/treasury/funds-text.ts';
import { counted, countText } from '../../../contract/text/numbers.ts';
import { useProgress } from '../../events.ts';
import { useIsPrepareOnly } from '../../queries/profiles.ts';
import { topUpLink } from '../../receive/top-up-link.ts';
import type { SheetEditor } from './useSheetEditor.ts';

/** Aligned with a line of text, even if it comes first on a line. */
const inLine = { py: 0, ml: -1.25 } as const;

/** The check's findings about the current rows, in one line: what to confirm, what blocks, and what is unknown. */
export function FindingsBar({ editor }: { editor: SheetEditor }) {
  const { sheet, findings } = editor;
  const { found, isCurrent, error, stoppedBecause, stop } = findings;
  const isPrepareOnly = useIsPrepareOnly(sheet.profileName);
  const progress = useProgress(`check:${sheet.sheetId}`, stop !== null);
  if (sheet.rows === 0) return null;
  const known = isCurrent ? found : null;
  return (
    <Box
      component="section"
      aria-label="Findings"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2.5,
        rowGap: 0.5,
        // The same height with and without its buttons.
        minHeight: 28,
        flexShrink: 0,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {error !== null && <span>The rows could not be checked: {error.message}</span>}
      {error === null && known === null && <span>Checking the rows …</span>}
      {known !== null && (
        <Findings
          found={known}
          stoppedBecause={stoppedBecause}
          profileName={sheet.profileName}
          rows={sheet.rows}
        />
      )}
      {known !== null &&
        stop === null &&
        !isPrepareOnly &&
        (known.methods.checked < known.methods.distinct || known.methods.lacking > 0) && (
          <Button size="small" sx={inLine} onClick={findings.checkMethods}>
            {known.methods.checked < known.methods.distinct ? 'Check methods' : 'Check methods again'}
          </Button>
        )}
      {stop !== null && (
        <>
          <span>Loading available methods{progress === null ? '' : `: ${progressText(progress)}`} …</span>
          <Button size="small" color="inherit" sx={inLine} onClick={stop}>
            Stop
          </Button>
        </>
      )}
    </Box>
  );
}

type FindingsProps = {
  readonly found: SheetFindings;
  /** Why the last check of the methods ended before its end; null if it did not. */
  readonly stoppedBecause: string | null;
  readonly profileName: string;
  readonly rows: number;
};

function Findings({ found, stoppedBecause, profileName, rows }: FindingsProps) {
  const { toConfirm, blocking, warnings, together, methods, funds } = found;
  const { distinct, checked } = methods;
  const lacking = funds.filter((fund) => shortText(fund) !== null);
  const unknown = unknownBalancesText(funds);
  return (
    <>
      {found.rows < rows && <span>{counted(rows - found.rows, 'row')} not checked because of problems</span>}
      {blocking > 0 && <strong>{counted(blocking, 'row blocks', 'rows block')} the release</strong>}
      {together.map((fault) => (
        <strong key={JSON.stringify(fault)}>{faultText(fault).message}</strong>
      ))}
      {toConfirm > 0 && <strong>{counted(toConfirm, 'row')} to confirm as not a duplicate</strong>}
      {warnings > 0 && <span>{counted(warnings, 'row with a warning', 'rows with warnings')}</span>}
      {blocking + toConfirm + warnings === 0 && found.rows > 0 && (
        <span>No duplicates or warnings in the rows</span>
      )}
      {lacking.map((fund) => (
        <span key={fund.currencyCode}>
          {shortText(fund)} ·{' '}
          <MuiLink
            component={Link}
            to={topUpLink(fund.currencyCode, fund.gap, profileName)}
            underline="always"
          >
            Top up
          </MuiLink>
        </span>
      ))}
      {unknown !== null && <span>{unknown}</span>}
      {distinct > 0 && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {checked === distinct
            ? 'Methods checked'
            : `Methods checked for ${countText(checked)} of ${counted(distinct, 'amount')}`}
          {/* A row that a duplicate counts is among no warnings. */}
          {methods.lacking > 0 && `, ${countText(methods.lacking)} not offered`}
          {checked < distinct && stoppedBecause !== null && `: ${stoppedBecause}`}
        </Box>
      )}
    </>
  );
}

function progressText({ done, total }: { done: number; total: number | null }): string {
  return total === null ? countText(done) : `${countText(done)} of ${countText(total)}`;
}
