import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState, type Ref } from 'react';
import { Money } from '../../contract/money/money.ts';
import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import { moneyText } from '../../contract/text/numbers.ts';
import { useKnownCodes } from '../queries/reference.ts';
import { fieldsInLine } from '../kit/fields/fields-in-line.ts';
import { SelectField } from '../kit/fields/SelectField.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useOptions } from '../queries/options.ts';

/** A field of a form as its controller gives it. */
type ChosenCode = {
  readonly field: {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly onBlur: () => void;
    readonly ref: Ref<unknown>;
  };
  readonly fieldState: { readonly error?: { readonly message?: string | undefined } | undefined };
};

type MethodChoiceProps = {
  readonly profileName: string;
  readonly kind: IncomingKind;
  readonly money: { readonly amount: string; readonly currencyCode: string };
  readonly method: ChosenCode;
  readonly operator: ChosenCode;
};

/** A payment method and its operator: the gateway's offers for the amount, loaded once a list is opened, or typed. */
export function MethodChoice({ profileName, kind, money, method, operator }: MethodChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const [segmentCode, setSegmentCode] = useState('');
  const segments = useKnownCodes(profileName, 'segments', kind === 'payin').codes;
  const isSegment = segments.some(({ code }) => code === segmentCode);
  const answer = useOptions(profileName, kind, money, {
    segmentCode: isSegment ? segmentCode : '',
    isWanted,
  });
  const methods = answer.data?.options ?? [];
  const operators =
    methods.find(({ paymentMethodCode }) => paymentMethodCode === method.field.value.trim())?.operators ?? [];
  const note = !Money.safeParse(money).success
    ? 'Enter an amount and a currency to see the available methods.'
    : answer.error !== null
      ? 'Type the code.'
      : answer.data === undefined
        ? 'Open the list to load the available methods.'
        : `Offered for ${moneyText(money)}.`;
  const common = { onOpen: () => setWanted(true), isLoading: answer.isFetching };
  return (
    <Box sx={fieldsInLine(200)}>
      <OfferedCode
        {...common}
        chosen={method}
        label="Payment method"
        help={note}
        offered={methods.map(({ paymentMethodCode: code, name }) => ({ code, name }))}
      />
      <OfferedCode
        {...common}
        chosen={operator}
        label="Operator, if any"
        help="A bank or wallet of that method."
        offered={operators.map(({ paymentOperatorCode: code, name }) => ({ code, name }))}
      />
      {segments.length === 0 ? null : (
        <SelectField
          label="Customer segment"
          helperText="Shows the methods available to this segment."
          value={segmentCode}
          choices={[['', 'Any'], ...segments.map(({ code, name }) => [code, name ?? code] as const)]}
          onChange={setSegmentCode}
        />
      )}
      {answer.error === null ? null : (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <ErrorNotice error={answer.error} onRetry={() => void answer.refetch()} />
        </Box>
      )}
    </Box>
  );
}

type OfferedCodeProps = {
  readonly chosen: ChosenCode;
  readonly label: string;
  readonly help: string;
  readonly offered: readonly { readonly code: string; readonly name: string | null }[];
  readonly isLoading: boolean;
  readonly onOpen: () => void;
};

/** A code chosen from the offers, or typed. */
function OfferedCode({ chosen, label, help, offered, isLoading, onOpen }: OfferedCodeProps) {
  const { value, onChange, onBlur, ref } = chosen.field;
  const { error } = chosen.fieldState;
  return (
    <Autocomplete
      freeSolo
      openOnFocus
      options={offered.map(({ code }) => code)}
      loading={isLoading}
      loadingText="Loading available methods …"
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
  );
}
