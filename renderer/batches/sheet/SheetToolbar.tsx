import Add from '@mui/icons-material/Add';
import ContentCopy from '@mui/icons-material/ContentCopy';
import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import FindReplace from '@mui/icons-material/FindReplace';
import Redo from '@mui/icons-material/Redo';
import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined';
import Undo from '@mui/icons-material/Undo';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { countText, counted } from '../../../contract/text/numbers.ts';
import { FilterChip } from '../../kit/fields/FilterChip.tsx';
import { PausedSearch } from '../../kit/fields/PausedSearch.tsx';
import { Toolbar } from '../../kit/layout/Toolbar.tsx';
import { dismissImport, useImport } from '../new/last-imports.ts';
import { filterText } from './panels/filter-text.ts';
import type { SheetEditor } from './useSheetEditor.ts';

/** Actions on the rows of a sheet, and the filter of rows shown. */
export function SheetToolbar({ editor }: { editor: SheetEditor }) {
  const { sheet, view, changeView } = editor;
  const toReview = sheet.problemRows + editor.findings.toReview;
  const again = againText(editor, useChangedSince(sheet.version, view.pass), toReview);
  const imported = useImport(sheet.sheetId);

  return (
    <Toolbar label="What to do with the rows" hasActions>
      <PausedSearch
        value={view.search}
        onSearch={(search) => changeView({ search })}
        label="Search these rows"
        width={220}
        onLeave={() => editor.grid.current?.focus({ preventScroll: true })}
      />
      <FormControlLabel
        sx={{ ml: 0.5, mr: 1 }}
        control={
          <Switch
            size="small"
            checked={view.onlyProblems}
            onChange={(event) => changeView({ onlyProblems: event.target.checked })}
          />
        }
        label={
          editor.findings.toReview === 0
            ? `Only problems (${countText(sheet.problemRows)})`
            : `Only problems and findings (${countText(toReview)})`
        }
      />
      <Button
        size="small"
        color="inherit"
        disabled={toReview === 0}
        onClick={editor.goToNextProblem}
        title="F8"
      >
        Next problem
      </Button>
      {view.filters.map((filter) => (
        <FilterChip
          key={filter.column}
          label={filterText(filter)}
          onRemove={() => changeView({ filters: view.filters.filter((each) => each !== filter) })}
        />
      ))}
      {/* Behind the filters, so that nothing moves under the pointer when these come and go. */}
      {again !== null && (
        <Button size="small" color="inherit" onClick={() => changeView({})}>
          {again}
        </Button>
      )}
      {/* Where they do not fit beside the others, they wrap together. */}
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, marginLeft: 'auto' }}>
        {imported?.isDismissed === true && (
          <Tool
            title="Import summary"
            onClick={() => dismissImport(sheet.sheetId, false)}
            icon={<SummarizeOutlined fontSize="small" />}
          />
        )}
        <Tool
          title="Find and replace (Ctrl+H)"
          isDisabled={sheet.rows === 0}
          onClick={() => editor.openPanel({ kind: 'replace' })}
          icon={<FindReplace fontSize="small" />}
        />
        <Tool
          title="Columns"
          onClick={(anchor) => editor.openPanel({ kind: 'columns', anchor })}
          icon={<ViewColumnOutlined fontSize="small" />}
        />
        <Tool
          title={sheet.undo === null ? 'Nothing to undo' : `Undo: ${sheet.undo} (Ctrl+Z)`}
          isDisabled={sheet.undo === null}
          isRepeatable
          onClick={() => editor.run('undo')}
          icon={<Undo fontSize="small" />}
        />
        <Tool
          title={sheet.redo === null ? 'Nothing to redo' : `Redo: ${sheet.redo} (Ctrl+Shift+Z)`}
          isDisabled={sheet.redo === null}
          isRepeatable
          onClick={() => editor.run('redo')}
          icon={<Redo fontSize="small" />}
        />
        <Tool title="Add row (Insert)" onClick={() => editor.run('addRow')} icon={<Add fontSize="small" />} />
        <Tool
          title={`Duplicate ${counted(editor.selectedRows, 'selected row')}`}
          isDisabled={editor.selectedRows === 0}
          onClick={() => editor.run('duplicate')}
          icon={<ContentCopy fontSize="small" />}
        />
        <Tool
          title={`Set aside ${counted(editor.selectedRows, 'selected row')} in a sheet of ${editor.selectedRows === 1 ? 'its' : 'their'} own`}
          isDisabled={editor.selectedRows === 0 || editor.selectedRows >= sheet.rows}
          onClick={() => editor.run('setSelectedAside')}
          icon={<DriveFileMoveOutlined fontSize="small" />}
        />
        <Tool
          title={`Remove ${counted(editor.selectedRows, 'selected row')} (Ctrl+Delete)`}
          isDisabled={editor.selectedRows === 0}
          onClick={() => editor.run('remove')}
          icon={<DeleteOutline fontSize="small" />}
        />
      </Box>
    </Toolbar>
  );
}

/** Requests the same view again, in which changed rows kept their place; null: no relevant change. */
function againText({ view, stored }: SheetEditor, hasChanged: boolean, toReview: number): string | null {
  if (view.onlyProblems && stored > toReview) return 'Hide fixed rows';
  if (!hasChanged) return null;
  if (view.filters.length > 0 || view.search !== '') return 'Apply filters again';
  return view.sort === null ? null : 'Sort again';
}

/** Whether the rows were changed since this pass began. */
function useChangedSince(version: number, pass: number | null): boolean {
  const [began, setBegan] = useState({ pass, version });
  if (began.pass !== pass) setBegan({ pass, version });
  return began.pass === pass && began.version !== version;
}

type ToolProps = {
  readonly title: string;
  readonly icon: React.ReactNode;
  readonly isDisabled?: boolean;
  /** Whether each click of a double click is one. Others act on what is selected, which the first click changes. */
  readonly isRepeatable?: boolean;
  readonly onClick: (anchor: HTMLElement) => void;
};

function Tool({ title, icon, isDisabled = false, isRepeatable = false, onClick }: ToolProps) {
  return (
    <Tooltip title={title} slotProps={{ popper: { disablePortal: true } }}>
      <span>
        <IconButton
          size="small"
          aria-label={title}
          disabled={isDisabled}
          onClick={({ currentTarget, detail: clicks }) => {
            if (clicks <= 1 || isRepeatable) onClick(currentTarget);
          }}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
