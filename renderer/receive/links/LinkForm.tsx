import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Controller, type Control } from 'react-hook-form';
import type { Profile } from '../../../contract/profile.ts';
import { fieldsInLine } from '../../kit/fields/fields-in-line.ts';
import { useKeptForm } from '../../kit/fields/useKeptForm.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { shortTime } from '../../kit/times.ts';
import { useClock } from '../../kit/useClock.ts';
import { aboveOrderId, withOrderId } from '../order-id.ts';
import { OrderForm } from '../OrderForm.tsx';
import { MethodFields } from './MethodFields.tsx';
import {
  emptyLink,
  hasCustomerData,
  lifetimes,
  linkInputOf,
  resolveLink,
  type LinkFields,
} from './link-form.ts';
import { useMakeLink, type MadeLink } from '../../queries/links.ts';

type LinkFormProps = {
  readonly profile: Profile;
  /** The initial values of the form. */
  readonly begin?: LinkFields;
  readonly onMade: (made: MadeLink) => void;
};

const customerTexts = [
  { name: 'accountName', label: 'Name' },
  { name: 'accountNumber', label: 'Account number' },
  { name: 'emailAddress', label: 'E-mail address' },
] as const;

/** The form of a payment link; checked by the contract on blur. */
export function LinkForm({ profile, begin = emptyLink, onMade }: LinkFormProps) {
  const profileName = profile.name;
  const kept = useKeptForm<LinkFields>({
    id: `link ${profile.createdAt} ${begin.idPayment}`,
    begin,
    resolver: resolveLink,
    first: 'amount',
  });
  const { form, text, failed } = kept;
  const { control, setValue, watch } = form;
  const make = useMakeLink(onMade, failed);
  const fields = watch();
  // When it would end moves on while the form is open.
  useClock('minute');
  const isPrefilled = hasCustomerData(fields);
  return (
    <OrderForm
      kept={kept}
      onSend={(given) => make.mutate(linkInputOf(withOrderId(given, setValue), profileName))}
      sent={make}
      answer={make.isPending ? 'Creating the link …' : 'Create link'}
      sx={{ gap: 3, maxWidth: 1240 }}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(460px, 100%), 1fr))',
          columnGap: 6,
          rowGap: 3,
        }}
      >
        <Column>
          <Section title="Money">
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <TextField
                {...text('amount', 'Amount')}
                sx={{ width: 220 }}
                slotProps={{
                  htmlInput: { inputMode: 'decimal', sx: { fontVariantNumeric: 'tabular-nums' } },
                }}
              />
              <TextField
                {...text('currencyCode', 'Currency')}
                sx={{ width: 140 }}
                slotProps={{ htmlInput: { spellCheck: false } }}
              />
            </Box>
            <Check control={control} name="limitsMoney" label="Fix the amount">
              Otherwise the holder of the link could pay another amount under the same order ID.
            </Check>
          </Section>
          <Section
            title="Customer"
            about="The page asks for what you leave empty, if the payment method needs it."
          >
            <Box sx={fieldsInLine(130)}>
              {customerTexts.map(({ name, label }) => (
                <TextField key={name} {...text(name, label)} />
              ))}
            </Box>
            <Check
              control={control}
              name="customerMayChange"
              label="Prefill only: the customer may change it"
              isDisabled={!isPrefilled}
            >
              {isPrefilled
                ? 'Otherwise the customer cannot change these details.'
                : 'Fill in at least one detail of the customer first.'}
            </Check>
          </Section>
        </Column>
        <Column>
          <Section title="How the customer pays">
            <MethodFields form={form} profileName={profileName} />
          </Section>
          <Section title="The link">
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
                columnGap: 2,
                rowGap: 0.5,
              }}
            >
              <Controller
                control={control}
                name="validitySeconds"
                render={({ field }) => (
                  <TextField select label="Valid for" {...field} helperText={` `}>
                    {lifetimes.map(([seconds, label]) => (
                      <MenuItem key={seconds} value={seconds}>
                        {label}
                      </MenuItem>
                    ))}
                  </TextField>
                )}
              />
              <TextField
                {...text('returnUrl', 'Address to return to', 'Where the customer is sent after paying.')}
              />
              <Box sx={{ gridColumn: '1 / -1', marginBottom: 1.5, color: 'text.secondary', fontSize: 13 }}>
                {' '}
                If created now, it is valid until {shortTime(endOf(fields.validitySeconds))}.
              </Box>
              <Box sx={{ gridColumn: '1 / -1', marginBottom: 1.5 }}>
                <Check control={control} name="showsMerchantName" label="Show the merchant name">
                  The page shows your channel name to the customer.
                </Check>
                <Check control={control} name="collectsReference" label="Collect the payment reference">
                  The customer can enter the reference of an offline payment on the page.
                </Check>
              </Box>
              <TextField {...text('note', 'Note', 'Stays in Bursar.')} />
              <TextField
                {...text('idPayment', 'Order ID', 'Leave empty to generate one.')}
                slotProps={aboveOrderId(fields.idPayment)}
              />
            </Box>
          </Section>
        </Column>
      </Box>
    </OrderForm>
  );
}

const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 24, minWidth: 0 });

const endOf = (validitySeconds: string): string =>
  new Date(Date.now() + Number(validitySeconds) * 1000).toISOString();

type CheckProps = {
  readonly control: Control<LinkFields>;
  readonly name: 'limitsMoney' | 'customerMayChange' | 'showsMerchantName' | 'collectsReference';
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly children: string;
};

function Check({ control, name, label, isDisabled = false, children }: CheckProps) {
  return (
    <>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <FormControlLabel
            label={label}
            control={
              <Checkbox
                size="small"
                checked={value && !isDisabled}
                disabled={isDisabled}
                onChange={(_event, isChecked) => onChange(isChecked)}
                onBlur={onBlur}
                slotProps={{ input: { ref, 'aria-describedby': `${name}-help` } }}
              />
            }
          />
        )}
      />
      <FormHelperText id={`${name}-help`} sx={{ margin: '-6px 0 0 30px' }}>
        {children}
      </FormHelperText>
    </>
  );
}
