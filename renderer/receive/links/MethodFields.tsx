import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Money } from '../../../contract/money.ts';
import { AmountText } from '../../kit/Amount.tsx';
import { linkInputOf, type LinkFields } from './link-form.ts';
import { usePayinOptions } from './queries.ts';

const ways: readonly (readonly [LinkFields['how'], string, string])[] = [
  ['choose', 'Let the customer choose', 'The page offers every method that the gateway has for this money.'],
  ['fixed', 'Fixed method', 'The customer pays by this method and no other.'],
  ['suggest', 'Suggest a method', 'This method is chosen already; the customer may switch to another.'],
];

type MethodFieldsProps = { readonly form: UseFormReturn<LinkFields>; readonly profileName: string };
type Offered = { readonly code: string; readonly name: string | null };

/** Which payment method the customer meets; with a method, what the gateway offers for the money. */
export function MethodFields({ form, profileName }: MethodFieldsProps) {
  const { control, watch } = form;
  const fields = watch();
  const [isWanted, setWanted] = useState(false);
  const { money } = linkInputOf(fields, profileName);
  const answer = usePayinOptions(profileName, money, isWanted && fields.how !== 'choose');
  const methods = answer.data?.options ?? [];
  const operators =
    methods.find((method) => method.paymentMethodCode === fields.paymentMethodCode.trim())?.operators ?? [];
  const note = !Money.safeParse(money).success
    ? 'With an amount and a currency, Bursar offers what the gateway has.'
    : answer.error !== null
      ? 'The gateway cannot be asked now. Type the code.'
      : answer.data === undefined
        ? 'The gateway is asked what it offers when you open the list.'
        : `Offered for ${AmountText(money.amount, money.currencyCode)}.`;
  const common = { form, onOpen: () => setWanted(true), isLoading: answer.isFetching };
  return (
    <Box>
      <Controller
        control={control}
        name="how"
        render={({ field }) => (
          <RadioGroup aria-label="How the customer pays" {...field} sx={{ gap: 1 }}>
            {ways.map(([how, label, about]) => (
              <FormControlLabel
                key={how}
                value={how}
                control={<Radio size="small" sx={{ alignSelf: 'flex-start' }} />}
                label={
                  <>
                    {label}
                    <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 13 }}>
                      {about}
                    </Box>
                  </>
                }
              />
            ))}
          </RadioGroup>
        )}
      />
      {fields.how === 'choose' ? null : (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, marginTop: 2 }}>
          <CodeField
            {...common}
            name="paymentMethodCode"
            label="Payment method"
            help={note}
            offered={methods.map(({ paymentMethodCode: code, name }) => ({ code, name }))}
          />
          <CodeField
            {...common}
            name="paymentOperatorCode"
            label="Operator, if any"
            help="A bank or wallet of that method."
            offered={operators.map(({ paymentOperatorCode: code, name }) => ({ code, name }))}
          />
        </Box>
      )}
    </Box>
  );
}

type CodeFieldProps = {
  readonly form: UseFormReturn<LinkFields>;
  readonly name: 'paymentMethodCode' | 'paymentOperatorCode';
  readonly label: string;
  readonly help: string;
  readonly offered: readonly Offered[];
  readonly isLoading: boolean;
  readonly onOpen: () => void;
};

/** A code that is chosen from what is offered, or typed. */
function CodeField({ form, name, label, help, offered, isLoading, onOpen }: CodeFieldProps) {
  const error = form.formState.errors[name];
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Autocomplete
          freeSolo
          openOnFocus
          options={offered.map(({ code }) => code)}
          loading={isLoading}
          loadingText="Asking the gateway what it offers …"
          inputValue={value}
          onInputChange={(_event, text) => onChange(text)}
          onOpen={onOpen}
          onBlur={onBlur}
          renderOption={({ key, ...props }, code) => {
            const title = offered.find((option) => option.code === code)?.name ?? null;
            return (
              <Box
                component="li"
                key={key}
                {...props}
                sx={{ gap: 2, justifyContent: 'space-between !important' }}
              >
                <span>{code}</span>
                {title === null || title === code ? null : (
                  <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
                    {title}
                  </Box>
                )}
              </Box>
            );
          }}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={ref}
              label={label}
              error={error !== undefined}
              helperText={error?.message ?? help}
            />
          )}
        />
      )}
    />
  );
}
