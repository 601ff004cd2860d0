import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState, type ReactNode } from 'react';

type FormRowsProps<Row> = {
  readonly rows: readonly Row[];
  readonly onRows: (rows: Row[]) => void;
  readonly empty: () => Row;
  readonly addLabel: string;
  readonly removeLabel: (row: Row, index: number) => string;
  /** The fields of a row; `hasFocus` where it was just added. */
  readonly fields: (
    row: Row,
    of: {
      readonly index: number;
      readonly hasFocus: boolean;
      readonly change: (part: Partial<Row>) => void;
    },
  ) => ReactNode;
  /** Between the rows and the buttons. */
  readonly notice?: ReactNode;
  /** Beside the button that adds a row. */
  readonly save?: ReactNode;
};

/** The rows of a form, of which each can be removed, and the button that adds one. */
export function FormRows<Row extends { readonly key: string }>(props: FormRowsProps<Row>) {
  const { rows, onRows, empty, addLabel, removeLabel, fields, notice, save } = props;
  const [added, setAdded] = useState<string | null>(null);
  const change = (key: string, part: Partial<Row>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <>
      {rows.map((row, index) => (
        <Box
          key={row.key}
          data-row
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            gap: 1,
            alignItems: 'flex-start',
            maxWidth: '100%',
          }}
        >
          {fields(row, {
            index,
            hasFocus: row.key === added,
            change: (part) => change(row.key, part),
          })}
          <IconButton
            aria-label={removeLabel(row, index)}
            onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {notice}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          color="inherit"
          data-add-row
          startIcon={<AddIcon />}
          onClick={() => {
            const row = empty();
            setAdded(row.key);
            onRows([...rows, row]);
          }}
        >
          {addLabel}
        </Button>
        {save}
      </Box>
    </>
  );
}
