import { noteText } from '../../../contract/text/files/note-text.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useEffect, useRef, useState } from 'react';
import {
  payoutColumns,
  PayoutColumn,
  type ColumnMapping,
  type FoundTable,
  type TablePlace,
} from '../../../contract/batches/sheet.ts';
import { columnLabel } from '../../../contract/text/columns.ts';
import { counted, countText } from '../../../contract/text/numbers.ts';
import { totalRowText } from '../../../contract/text/files/total-row.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { useToast } from '../../kit/messages/useToast.tsx';
import { useRoom } from '../../kit/table/useRoom.ts';
import { useRemoveSheet, useTotalRow } from '../../queries/sheets.ts';
import { columnsNow, dismissImport, noteUndone, useImport, type Import } from '../new/last-imports.ts';
import { MappingDialog } from '../new/MappingDialog.tsx';
import { OpeningQuestions } from '../new/OpeningQuestions.tsx';
import { useOpening } from '../new/useOpening.ts';
import { Totals } from '../Totals.tsx';
import { addedColumns, useColumnFill } from './useColumnFill.ts';
import type { SheetEditor } from './useSheetEditor.ts';

/** The most notes and columns named at first; the others on request. */
const listed = 6;
/** What happens to rows that a person changed if columns are read differently. */
const changedText =
  'A column that you add is filled in beside your changes. Any other change reads the rows again, into a new sheet.';
/** The version of a sheet that nobody has changed. */
const firstVersion = 1;

const lineHeight = 24;
/** Pixels of the padding and border above and below. */
const frameHeight = 14;
/** As many lines as there is room for, without cutting any. */
const wholeLines = {
  maxHeight: `round(down, 100%, ${lineHeight}px)`,
  overflow: 'auto',
  lineHeight: `${lineHeight}px`,
  '& .MuiButton-root, & .MuiSelect-select': { lineHeight: 'inherit', minHeight: 0 },
} as const;

type Props = { readonly editor: SheetEditor };

/** How the file of a sheet was imported: one summary, with the button to read its columns differently. */
export function ImportPanel({ editor }: Props) {
  const { sheetId } = editor.sheet;
  const imported = useImport(sheetId);
  return imported === null || imported.isDismissed ? null : (
    <Summary key={sheetId} editor={editor} imported={imported} />
  );
}

function Summary({ editor, imported }: Props & { readonly imported: Import }) {
  const { sheet } = editor;
  const { sheetId, version } = sheet;
  const { source, sourceName, rows, notes, totalRow } = imported;
  const columns = columnsNow(imported);
  useEffect(() => noteUndone(sheetId, sheet), [sheetId, sheet]);
  const total = useTotalRow(sheet, totalRow);
  const [isMapping, setMapping] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const isChanged = version !== firstVersion;
  const toast = useToast();
  const remove = useRemoveSheet(() => undefined);
  const opening = useOpening(sheet.profileName, () => {
    dismissImport(sheetId);
    if (isChanged) toast.show(`The rows that you changed stay under “Being prepared” as ${sheet.name}.`);
    else remove.mutate({ sheetId });
  });
  const { isFilling, fill } = useColumnFill(editor);
  const isBusy = opening.isReading || isFilling;
  const readAgain = async (mapping: ColumnMapping) => {
    setMapping(false);
    const wanted = {
      ...source,
      columns: mapping,
      ...(source.kind === 'file' && columns !== null
        ? { place: placeOf(columns.table), isAsking: false }
        : {}),
    };
    const added = columns === null || !isChanged ? null : addedColumns(columns.mapping, mapping);
    if (added === null || !(await fill(imported, wanted, mapping, added))) opening.open(wanted, sourceName);
  };
  const lookAt = (place: TablePlace) => {
    setMapping(false);
    if (source.kind === 'file') opening.open({ ...source, columns: null, place, isAsking: true }, sourceName);
  };
  const left = columns?.mapping.flatMap((field, place) =>
    field === null && columns.header[place] !== '' ? [place] : [],
  );
  const most = isWhole ? Infinity : listed;
  const hasMore = total !== null || (left ?? []).length > 0 || notes.length > 0 || opening.fault !== null;
  const below = hasMore ? lineHeight : 0;
  const head = useRef<HTMLDivElement>(null);
  const headHeight = useRoom(head, 'clientHeight') ?? 0;
  return (
    <Box
      component="section"
      aria-label="Import summary"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        px: 2,
        py: 0.75,
        fontSize: 13,
        display: 'flex',
        flexDirection: 'column',
        // Its heading, which may wrap, and one line below stay if there is no room for more; the others scroll.
        minHeight: headHeight + frameHeight + below,
        overflow: 'hidden',
      }}
    >
      <Box ref={head} sx={{ display: 'flex', flexShrink: 0, alignItems: 'flex-start', columnGap: 2 }}>
        {/* If the line is too long, the totals wrap, and the buttons stay where they are. */}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', flex: 1, minWidth: 0, columnGap: 2, paddingY: 0.625 }}>
          <Box
            component="strong"
            title={sourceName}
            sx={{
              fontWeight: 600,
              maxWidth: '100%',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {counted(rows, 'row')} from {sourceName}
            {sheet.rows === rows ? '' : `, ${countText(sheet.rows)} now`}
          </Box>
          {/* Once rows changed, the totals of the file would stand beside others in the footer. */}
          {!isChanged && <Totals totals={sheet.totals} rows={sheet.rows} />}
        </Box>
        <Box sx={{ display: 'flex', flexShrink: { xs: 1, sm: 0 }, flexWrap: 'wrap' }}>
          {columns !== null && (
            <Button size="small" disabled={isBusy} onClick={() => setMapping(true)}>
              Change columns
            </Button>
          )}
          <Button size="small" color="inherit" onClick={() => dismissImport(sheetId)}>
            Dismiss
          </Button>
        </Box>
      </Box>
      <Box sx={{ minHeight: below }}>
        <Box sx={wholeLines}>
          <ErrorNotice error={opening.fault} />
          {/* What waits for a person comes first: on a small screen the rest is scrolled to. */}
          {total !== null && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              {totalRowText(total.rowNumber)}
              {/* A second press would be for a row that is gone. */}
              <Button
                size="small"
                sx={{ py: 0 }}
                disabled={editor.isSaving}
                onClick={() => editor.removeRow(total)}
              >
                Remove row {countText(total.rowNumber)}
              </Button>
            </Box>
          )}
          {columns !== null && left !== undefined && left.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
              <span>{counted(left.length, 'column')} not imported:</span>
              {left.slice(0, most).map((place) => (
                <UseAs
                  key={place}
                  header={columns.header[place] ?? ''}
                  free={payoutColumns.filter((column) => !columns.mapping.includes(column))}
                  isDisabled={isBusy}
                  onChoose={(field) =>
                    void readAgain(columns.mapping.map((sofar, index) => (index === place ? field : sofar)))
                  }
                />
              ))}
              {left.length > most && (
                <More what={`${countText(left.length - most)} more`} onShow={setIsWhole} />
              )}
            </Box>
          )}
          {notes.length > 0 && (
            <Box component="ul" aria-label="Converted" sx={{ m: 0, pl: 2.5 }}>
              {notes.slice(0, most).map((note) => (
                <li key={noteText(note)}>{noteText(note)}</li>
              ))}
              {notes.length > most && (
                <li>
                  <More what={counted(notes.length - most, 'more note')} onShow={setIsWhole} />
                </li>
              )}
            </Box>
          )}
        </Box>
      </Box>
      {isMapping && columns !== null && (
        <MappingDialog
          question={{
            kind: 'columnsNeeded',
            header: columns.header,
            sample: columns.sample,
            suggestion: columns.mapping,
            table: columns.table,
            fault: null,
          }}
          message={`Choose what each column of ${sourceName} holds. ${isChanged ? changedText : 'The rows are read again.'}`}
          sourceName={sourceName}
          onAnswer={(mapping) => void readAgain(mapping)}
          {...(source.kind === 'file' ? { onPlace: lookAt } : {})}
          onCancel={() => setMapping(false)}
        />
      )}
      <OpeningQuestions opening={opening} />
    </Box>
  );
}

type MoreProps = { readonly what: string; readonly onShow: (isWhole: true) => void };

/** A button in a line: it shows the rest in place. */
function More({ what, onShow }: MoreProps) {
  return (
    <Button size="small" sx={{ py: 0, ml: '-5px' }} onClick={() => onShow(true)}>
      Show {what}
    </Button>
  );
}

/** Reads the same table again. */
function placeOf({ worksheet, headerRow }: FoundTable): TablePlace {
  return { worksheet, headerRow };
}

type UseAsProps = {
  readonly header: string;
  readonly free: readonly PayoutColumn[];
  readonly isDisabled: boolean;
  readonly onChoose: (field: PayoutColumn) => void;
};

/** A column that was left out, and the fields it can fill. */
function UseAs({ header, free, isDisabled, onChoose }: UseAsProps) {
  return (
    <span>
      {header}{' '}
      {free.length > 0 && (
        <Select
          size="small"
          variant="standard"
          displayEmpty
          disabled={isDisabled}
          value=""
          sx={{ fontSize: 13, lineHeight: 'inherit', '& .MuiSelect-select': { py: 0 } }}
          renderValue={() => 'use as …'}
          inputProps={{ 'aria-label': `Use ${header} as` }}
          onChange={(event) => {
            const chosen = PayoutColumn.safeParse(event.target.value);
            if (chosen.success) onChoose(chosen.data);
          }}
        >
          {free.map((column) => (
            <MenuItem key={column} value={column}>
              {columnLabel(column)}
            </MenuItem>
          ))}
        </Select>
      )}
    </span>
  );
}
