import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import type { PayoutFilter } from '../../../contract/payments/history.ts';
import { useCurrentProfile, useProfiles } from '../../queries/profiles.ts';
import { CodesField } from '../../kit/fields/CodesField.tsx';
import { dateChoices, SelectField } from '../../kit/fields/SelectField.tsx';
import { useKnownCodes } from '../../queries/reference.ts';
import { BatchField } from './BatchField.tsx';
import { readFields, writeFields, type FilterFields } from './filter-fields.ts';
import { dayRanges } from './day-ranges.ts';
import { Form } from '../../kit/fields/Form.tsx';

const everyProfile = '';

type TextName = Exclude<
  keyof FilterFields,
  'dateOf' | 'currencyCodes' | 'paymentMethodCodes' | 'batchId' | 'batchTyped'
>;

type FilterFormProps = {
  readonly filter: PayoutFilter;
  readonly onApply: (filter: PayoutFilter) => void;
  readonly onCancel: () => void;
};

/** The conditions that are not in the bar. Enter applies them. */
export function FilterForm({ filter, onApply, onCancel }: FilterFormProps) {
  const [fields, setFields] = useState(() => writeFields(filter));
  const [isTried, setIsTried] = useState(false);
  const profiles = useProfiles().data ?? [];
  const { profile } = useCurrentProfile();
  const codesOf = fields.profileName === '' ? (profile?.name ?? null) : fields.profileName;
  const currencies = useKnownCodes(codesOf, 'currencies').codes;
  const methods = useKnownCodes(codesOf, 'methods').codes;
  const read = readFields(fields, filter);
  const known = profiles.map(({ name, environment }) => ({ name, label: `${name} (${environment})` }));
  // A saved view, or a link, may name one that was removed.
  const isKnown =
    fields.profileName === everyProfile || known.some(({ name }) => name === fields.profileName);
  const offered = isKnown
    ? known
    : [...known, { name: fields.profileName, label: `${fields.profileName} (removed)` }];
  const problemOf = (name: keyof FilterFields) => (isTried && !read.ok ? read.problems[name] : undefined);

  const field = (name: TextName, label: string, placeholder = '') => ({
    label,
    placeholder,
    size: 'small' as const,
    value: fields[name],
    error: problemOf(name) !== undefined,
    helperText: problemOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: target.value })),
  });
  const codesField = (name: 'currencyCodes' | 'paymentMethodCodes', label: string) => ({
    label,
    values: fields[name],
    problem: problemOf(name) ?? null,
    onChange: (values: string[]) => setFields((before) => ({ ...before, [name]: values })),
  });
  return (
    <Form
      noValidate
      onSubmit={() => {
        setIsTried(true);
        if (read.ok) onApply(read.filter);
      }}
      sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, padding: 2 }}
    >
      <SelectField
        label="Date"
        sx={{ gridColumn: 'span 2' }}
        value={fields.dateOf}
        choices={dateChoices}
        onChange={(dateOf) => setFields((before) => ({ ...before, dateOf }))}
      />
      <DayRange
        from={field('from', 'From')}
        to={field('to', 'To')}
        onRange={(range) => setFields((before) => ({ ...before, ...range }))}
      />
      <CodesField {...codesField('currencyCodes', 'Currencies')} codes={currencies} hasFocus />
      <CodesField {...codesField('paymentMethodCodes', 'Payment method codes')} codes={methods} />
      <TextField {...field('amountFrom', 'Amount at least', '0.00')} />
      <TextField {...field('amountUntil', 'Amount at most', '0.00')} />
      <BatchField
        batchId={fields.batchId}
        batchTyped={fields.batchTyped}
        problem={problemOf('batchTyped')}
        onChange={(choice) => setFields((before) => ({ ...before, ...choice }))}
      />
      <TextField
        {...field('profileName', 'Profile')}
        select
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={everyProfile}>All profiles, also removed ones</MenuItem>
        {offered.map(({ name, label }) => (
          <MenuItem key={name} value={name}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ gridColumn: 'span 2', display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="contained">
          Apply
        </Button>
      </Box>
    </Form>
  );
}

type DayRangeProps = {
  readonly from: TextFieldProps;
  readonly to: TextFieldProps;
  readonly onRange: (range: { readonly from: string; readonly to: string }) => void;
};

/** Two days, inclusive, and the most common ranges. */
function DayRange({ from, to, onRange }: DayRangeProps) {
  const slotProps = { inputLabel: { shrink: true } };
  return (
    <>
      <Box sx={{ gridColumn: 'span 2', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {dayRanges(new Date()).map(({ title, ...range }) => (
          <Button key={title} size="small" color="inherit" variant="outlined" onClick={() => onRange(range)}>
            {title}
          </Button>
        ))}
      </Box>
      <TextField {...from} type="date" slotProps={slotProps} />
      <TextField {...to} type="date" slotProps={slotProps} />
    </>
  );
}
