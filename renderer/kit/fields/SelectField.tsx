import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';

/** What can be chosen, and how it is shown. */
export type Choices<Value extends string> = readonly (readonly [Value, string])[];

/** Which date of a payment a filter means. */
export const dateChoices: Choices<'created' | 'paid'> = [
  ['created', 'Created on'],
  ['paid', 'Paid on'],
];

type SelectFieldProps<Value extends string> = Pick<TextFieldProps, 'sx' | 'helperText' | 'autoFocus'> & {
  readonly label: string;
  /** Whether the label is for screen readers only, because the choices say what they are about. */
  readonly isUnlabelled?: boolean;
  readonly value: Value;
  readonly choices: Choices<Value>;
  readonly onChange: (value: Value) => void;
};

/** A field in which one of some values is chosen. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isUnlabelled = false, value, choices, onChange, ...field } = props;
  return (
    <TextField
      {...field}
      {...(isUnlabelled
        ? { slotProps: { select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } } }
        : { label })}
      select
      size="small"
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find(([each]) => each === target.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {choices.map(([each, text]) => (
        <MenuItem key={each} value={each}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
