import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { SheetSummary } from '../../../contract/batches/sheet.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { useRowHeight } from '../../kit/table/density.ts';
import { ConfirmDialog } from '../../kit/messages/ConfirmDialog.tsx';
import { Empty } from '../../kit/messages/Empty.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { pressShortcut, useListedKeys, useShortcut } from '../../kit/shortcuts/useShortcut.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { When } from '../../kit/When.tsx';
import { useGoOn } from '../../kit/useGoOn.ts';
import { useBatch } from '../../queries/batches.ts';
import { RowsLeftOut, SetAsideLinks } from '../SetAsideLinks.tsx';
import { profileText } from '../profile-text.ts';
import { useIsPrepareOnly } from '../../queries/profiles.ts';
import { useRemoveSheet, useSheet } from '../../queries/sheets.ts';
import { FindingsBar } from './FindingsBar.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { SheetFooter } from './SheetFooter.tsx';
import { SheetGrid } from './grid/SheetGrid.tsx';
import { SheetName } from './SheetName.tsx';
import { SheetPanels } from './panels/SheetPanels.tsx';
import { SheetToolbar } from './SheetToolbar.tsx';
import { useCheckRows } from './useCheckRows.ts';
import { useSheetEditor } from './useSheetEditor.ts';

/** A tooltip beside what it explains, inside the landmarks of the page. */
const inPlace = { popper: { disablePortal: true } };

/** The rows of a batch that is being prepared. */
export function SheetPage() {
  const { sheetId = '' } = useParams();
  const sheet = useSheet(sheetId);
  const isGone = sheet.error?.appError.code === 'notFound';
  if (sheet.data !== undefined && !isGone) return <Sheet key={sheetId} sheet={sheet.data} />;
  if (sheet.error === null) return <Page title="Rows">{null}</Page>;
  return (
    <Page title="Rows">
      {isGone ? (
        <GoneSheet batchId={sheet.error.appError.details.batchId ?? null} />
      ) : (
        <ErrorNotice error={sheet.error} onRetry={() => void sheet.refetch()} />
      )}
    </Page>
  );
}

/** Shown instead of rows that were released or removed, even if they were on screen before. */
function GoneSheet({ batchId }: { readonly batchId: string | null }) {
  const navigate = useNavigate();
  return batchId === null ? (
    <Empty
      title="These rows are no longer being prepared"
      text="They were released, or the sheet was removed. Released rows are in their batch."
      action={<Button onClick={() => void navigate('/batches')}>Go to the batches</Button>}
    />
  ) : (
    <Empty
      title="These rows were released"
      text="They no longer change. Their batch shows what became of each payout."
      action={<Button onClick={() => void navigate(`/batches/${batchId}`)}>Go to the batch</Button>}
    />
  );
}

function Sheet({ sheet }: { sheet: SheetSummary }) {
  const { sheetId, rows } = sheet;
  const goOn = useGoOn();
  const [params] = useSearchParams();
  const editor = useSheetEditor(sheet, Number(params.get('row')) || null);
  const rowHeight = useRowHeight();
  const [isRemoving, setRemoving] = useState(false);
  const { check, canCheck, ...checking } = useCheckRows(editor);
  const remove = useRemoveSheet(() => goOn('/batches'));
  const isPrepareOnly = useIsPrepareOnly(sheet.profileName);
  useShortcut('F8', editor.goToNextProblem, 'Next problem in the rows');
  useShortcut('mod+Enter', check, isPrepareOnly ? 'Check these rows' : 'Check and release these rows');
  useShortcut('mod+f', () => pressShortcut('/'));
  useShortcut('mod+h', () => editor.openPanel({ kind: 'replace' }), 'Find and replace in the rows');
  useListedKeys(keysOfGrid);

  return (
    <Page
      title={sheet.name}
      isFilling
      about={
        <>
          {profileText(sheet)} · <SheetName sheet={sheet} />
          {sheet.repeats !== null && <RepeatedBatch batchId={sheet.repeats.batchId} />}
          <ScheduleOfDraft batchId={sheet.batchId} />
        </>
      }
      actions={
        <>
          <Button color="inherit" onClick={() => setRemoving(true)}>
            Discard
          </Button>
          {sheet.problemRows > 0 && sheet.problemRows < rows && (
            <Button variant="outlined" onClick={() => editor.run('setProblemsAside')}>
              Set aside {counted(sheet.problemRows, 'row with problems', 'rows with problems')}
            </Button>
          )}
          <Tooltip title={checking.blockedReason ?? ''} slotProps={inPlace}>
            <span>
              <Button variant="contained" disabled={!canCheck} onClick={check}>
                {checking.isPending
                  ? 'Preparing …'
                  : `${isPrepareOnly ? 'Check' : 'Check and release'} ${counted(rows, 'payout')}`}
              </Button>
            </span>
          </Tooltip>
        </>
      }
    >
      <ErrorNotice error={checking.fault} />
      <ImportPanel editor={editor} />
      <SetAsideLinks of={{ sheetId }} />
      {sheet.repeats !== null && <RowsLeftOut batchId={sheet.repeats.batchId} />}
      <SheetToolbar editor={editor} />
      <FindingsBar editor={editor} />
      <SheetGrid editor={editor} rowHeight={rowHeight} />
      <SheetFooter editor={editor} />
      <SheetPanels editor={editor} />
      <ConfirmDialog
        isOpen={isRemoving}
        title={`Discard ${sheet.name}?`}
        text={`Bursar removes ${counted(rows, 'row')}. This cannot be undone.`}
        action="Discard rows"
        onConfirm={() => remove.mutate({ sheetId })}
        onCancel={() => setRemoving(false)}
      />
    </Page>
  );
}

/** The source of the earlier amounts in a sheet. */
function RepeatedBatch({ batchId }: { readonly batchId: string }) {
  const { data: batch } = useBatch(batchId);
  if (batch === undefined) return null;
  return (
    <>
      {' '}
      · amounts beside those of{' '}
      <MuiLink component={Link} to={`/batches/${batchId}`} color="inherit">
        {batch.fileName}
      </MuiLink>
      {batch.releasedAt === null ? null : (
        <>
          , released <When at={batch.releasedAt} />
        </>
      )}
    </>
  );
}

/** Says before a row is changed what this does to the schedule of the draft that has these rows, and afterwards that it ended. */
function ScheduleOfDraft({ batchId }: { readonly batchId: string | null }) {
  const at = useBatch(batchId).data?.scheduledFor ?? null;
  const [last, setLast] = useState(at);
  if (at !== null && at !== last) setLast(at);
  if (at !== null)
    return (
      <>
        {' '}
        · scheduled for <When at={at} />: changing a row ends the schedule
      </>
    );
  return last === null ? null : (
    <>
      {' '}
      · the schedule for <When at={last} /> ended
    </>
  );
}

const keysOfGrid = [
  ['mod+d', 'Fill the selected cells from the row above'],
  ['mod+r', 'Fill the selected cells from the column at the left'],
  ['alt+ArrowDown', 'Menu of the column: sort, filter, set, hide'],
  ['mod+ ', 'Select the column'],
  ['shift+ ', 'Select the row'],
  ['alt+Enter', 'Use the suggestion for the cell'],
  ['alt+shift+Enter', 'Use the suggestion in all cells of the column with this problem'],
  ['Insert', 'Add row'],
  ['mod+Delete', 'Remove selected rows'],
  ['mod+z', 'Undo'],
  ['mod+shift+z', 'Redo'],
  ['Escape', 'Let the next Tab leave the table'],
] as const;
