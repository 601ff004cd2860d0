import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { BatchId } from '../../../contract/operation.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { shortTime } from '../../kit/times.ts';
import { useBatchName, useNewestBatches } from '../../queries/batches.ts';

/** The most batches suggested by name; older ones are found by ID. */
const offered = 500;
/** From this length on, a text counts as the ID of a batch that is not suggested. */
const shortestId = 8;

type Choice = { readonly batchId: string; readonly name: string; readonly about: string };

type BatchChoice = {
  /** Empty: every batch. */
  readonly batchId: string;
  /** What is typed and was not chosen from the list; null: nothing. */
  readonly batchTyped: string | null;
};

type BatchFieldProps = BatchChoice & {
  readonly problem: string | undefined;
  readonly onChange: (choice: BatchChoice) => void;
};

/** A field for one batch, found by file name or ID. */
export function BatchField({ batchId, batchTyped, problem, onChange }: BatchFieldProps) {
  const batches = useNewestBatches(offered, true).data ?? [];
  const name = useBatchName(batchId === '' ? null : batchId);
  const choices = batches.map((batch): Choice => ({
    batchId: batch.batchId,
    name: batch.fileName,
    about: `${shortTime(batch.createdAt)}, ${counted(batch.rows, 'payout')}`,
  }));
  // One that is suggested has its name at once; that of another is read.
  const known = choices.find((choice) => choice.batchId === batchId)?.name ?? name;
  const chosen = batchId === '' ? null : { batchId, name: known ?? batchId, about: '' };
  return (
    <Autocomplete
      autoHighlight
      options={choices}
      filterOptions={(all, { inputValue }) => matching(all, inputValue.trim())}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.batchId}
      isOptionEqualToValue={(choice, value) => choice.batchId === value.batchId}
      value={chosen}
      onChange={(_event, choice) => onChange({ batchId: choice?.batchId ?? '', batchTyped: null })}
      inputValue={batchTyped ?? chosen?.name ?? ''}
      // Otherwise the field itself sets the text: it would clear what was typed when it is left.
      onInputChange={(_event, typed, reason) => {
        if (reason === 'input' && typed !== '') onChange({ batchId, batchTyped: typed });
      }}
      noOptionsText="No batch has this name or ID."
      renderInput={(input) => (
        <TextField
          {...input}
          label="Batch"
          placeholder="Any"
          size="small"
          error={problem !== undefined}
          helperText={problem}
        />
      )}
      renderOption={({ key, ...option }, choice) => (
        <Box component="li" key={key} {...option} sx={{ fontSize: 13 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {choice.name}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {choice.about}
          </Box>
        </Box>
      )}
      slotProps={{
        // A floating element outside all landmarks needs its own, like menus.
        popper: { role: 'region', 'aria-label': 'Choices' },
        paper: { sx: { width: 'max-content', minWidth: '100%', maxWidth: 420 } },
        listbox: { sx: { maxHeight: 260, '& li': { gap: 2 } } },
      }}
    />
  );
}

/** Batches whose name or ID contains the text, or the text itself if it may be the ID of an older one. */
function matching(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = typed.toLowerCase();
  const found = choices.filter(
    ({ batchId, name }) => name.toLowerCase().includes(wanted) || batchId.toLowerCase().includes(wanted),
  );
  const mayBeId = typed.length >= shortestId && BatchId.safeParse(typed).success;
  return found.length === 0 && mayBeId ? [{ batchId: typed, name: typed, about: 'batch ID' }] : found;
}
