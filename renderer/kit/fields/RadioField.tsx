import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup, { type RadioGroupProps } from '@mui/material/RadioGroup';
import { useId } from 'react';

type RadioFieldProps<Value extends string> = Pick<RadioGroupProps, 'row' | 'name' | 'onBlur'> & {
  readonly label: string;
  /** Whether the label is for screen readers only. */
  readonly isUnlabelled?: boolean;
  /** Null: nothing is chosen yet. */
  readonly value: Value | null;
  /** What can be chosen, how it is shown, and what it means. */
  readonly choices: readonly (readonly [value: Value, label: string, about?: string])[];
  /** What is shown, but cannot be chosen. */
  readonly disabled?: Value;
  readonly helperText?: string;
  readonly onChange: (value: Value) => void;
};

/** A field in which one of a few values is chosen, all of them in sight. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { label, isUnlabelled = false, value, choices, disabled, helperText, onChange, ...group } = props;
  const id = useId();
  return (
    <FormControl>
      {isUnlabelled ? null : <FormLabel id={id}>{label}</FormLabel>}
      <RadioGroup
        {...group}
        {...(isUnlabelled ? { 'aria-label': label } : { 'aria-labelledby': id })}
        value={value ?? ''}
        onChange={(_, text) => {
          const chosen = choices.find(([each]) => each === text);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {choices.map(([each, text, about]) => (
          <FormControlLabel
            key={each}
            value={each}
            disabled={each === disabled}
            control={<Radio size="small" />}
            {...(about === undefined
              ? { label: text }
              : {
                  sx: { alignItems: 'flex-start', marginBottom: 1 },
                  label: (
                    <Box sx={{ paddingTop: '7px' }}>
                      <Box sx={{ fontWeight: 600 }}>{text}</Box>
                      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{about}</Box>
                    </Box>
                  ),
                })}
          />
        ))}
      </RadioGroup>
      {helperText === undefined ? null : <FormHelperText>{helperText}</FormHelperText>}
    </FormControl>
  );
}
