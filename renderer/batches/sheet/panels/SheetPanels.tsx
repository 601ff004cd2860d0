import type { SheetEditor } from '../useSheetEditor.ts';
import { DecimalSignDialog } from '../../new/DecimalSignDialog.tsx';
import { ColumnFilterForm } from './ColumnFilterForm.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { SetColumnDialog } from './SetColumnDialog.tsx';

/** The menu or dialog that is open over the rows of a sheet, if any. */
export function SheetPanels({ editor }: { editor: SheetEditor }) {
  const { panel } = editor;
  switch (panel?.kind) {
    case undefined:
      return null;
    case 'column':
      return <ColumnMenu editor={editor} column={panel.column} anchor={panel.anchor} />;
    case 'filter':
      return <ColumnFilterForm editor={editor} column={panel.column} anchor={panel.anchor} />;
    case 'setColumn':
      return <SetColumnDialog editor={editor} column={panel.column} />;
    case 'columns':
      return <ColumnsMenu editor={editor} anchor={panel.anchor} />;
    case 'replace':
      return <ReplaceDialog editor={editor} />;
    case 'decimalSign':
      return (
        <DecimalSignDialog
          {...panel.doubtful}
          place="An amount that you pasted"
          action="Paste"
          onAnswer={(decimalSign) => {
            editor.closePanel();
            editor.paste(panel.text, decimalSign);
          }}
          onCancel={editor.closePanel}
        />
      );
  }
}
