import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { longestSearch } from '../../../contract/operation.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { shortTime } from '../../kit/times.ts';
import { useBatchName, useNewestBatches } from '../../queries/batches.ts';

/** The most batches suggested at once, the newest. */
const offered = 50;

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
  const search = (batchTyped ?? '').trim().slice(0, longestSearch);
  const { data: batches } = useNewestBatches(offered, { search });
  const name = useBatchName(batchId === '' ? null : batchId);
  const choices = (batches ?? []).map((batch): Choice => ({
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
      filterOptions={(found) => found}
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
      loading={batches === undefined}
      loadingText="Searching …"
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
