import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import type { Profile } from '../../../contract/profile.ts';
import type { IncomingKind } from '../../../contract/receiving/incoming.ts';
import { CurrencyField } from '../../kit/fields/CurrencyField.tsx';
import { fieldsInLine } from '../../kit/fields/fields-in-line.ts';
import { useKeptForm } from '../../kit/fields/useKeptForm.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { useGoOn } from '../../kit/useGoOn.ts';
import { incomingLink } from '../filter.ts';
import { aboveOrderId, withOrderId } from '../order-id.ts';
import { MethodChoice } from '../MethodChoice.tsx';
import { OrderForm } from '../OrderForm.tsx';
import { useCreateIncoming } from '../../queries/incoming.ts';
import { incomingInputOf, resolveIncoming, type IncomingFields } from './new-incoming.ts';

type IncomingFormProps = {
  readonly kind: IncomingKind;
  readonly profile: Profile;
  readonly begin: IncomingFields;
};

/** The fields of a payin or top-up; checked by the contract on blur. */
export function IncomingForm({ kind, profile, begin }: IncomingFormProps) {
  const profileName = profile.name;
  const kept = useKeptForm<IncomingFields>({
    id: [kind, profile.createdAt, begin.currencyCode, begin.amount].join(' '),
    begin,
    resolver: resolveIncoming,
    first: 'amount',
  });
  const { form, text, failed } = kept;
  const { control, setValue, watch } = form;
  const goOn = useGoOn();
  const create = useCreateIncoming(kind, (made) => goOn(incomingLink(made)), failed);
  const currency = useController({ control, name: 'currencyCode' });
  const method = useController({ control, name: 'paymentMethodCode' });
  const operator = useController({ control, name: 'paymentOperatorCode' });
  const { money } = incomingInputOf(watch(), profileName);
  const isTopUp = kind === 'topup';
  return (
    <OrderForm
      kept={kept}
      onSend={(given) => create.mutate(incomingInputOf(withOrderId(given, setValue), profileName))}
      sent={create}
      answer={isTopUp ? 'Create top-up' : 'Create payin'}
      sx={{ gap: 3, maxWidth: 760 }}
    >
      <Section title="Money">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <TextField
            {...text('amount', 'Amount')}
            sx={{ width: 220 }}
            slotProps={{ htmlInput: { inputMode: 'decimal', sx: { fontVariantNumeric: 'tabular-nums' } } }}
          />
          <CurrencyField
            profileName={profileName}
            value={currency.field.value}
            onChange={currency.field.onChange}
            problem={currency.fieldState.error?.message ?? null}
            width={160}
          />
        </Box>
      </Section>
      <Section title={isTopUp ? 'How you pay it in' : 'How the customer pays'}>
        <MethodChoice
          profileName={profileName}
          kind={kind}
          money={money}
          method={method}
          operator={operator}
        />
      </Section>
      <Section
        title={isTopUp ? 'Your account' : 'Customer'}
        about="Some payment methods need these; others ignore them."
      >
        <Box sx={fieldsInLine(150)}>
          <TextField {...text('accountName', 'Name')} />
          <TextField {...text('accountNumber', 'Account number')} />
          <TextField {...text('emailAddress', 'E-mail address')} />
        </Box>
      </Section>
      <Section title="More details">
        <Box sx={{ ...fieldsInLine(200), rowGap: 0.5 }}>
          <TextField {...text('note', 'Note', 'Stays in Bursar.')} />
          <TextField
            {...text('idPayment', 'Order ID', 'Leave empty to generate one.')}
            slotProps={aboveOrderId(watch('idPayment'))}
          />
          <TextField
            {...text(
              'returnUrl',
              'Address to return to',
              `Where ${isTopUp ? 'you are' : 'the customer is'} sent after paying, if anywhere.`,
            )}
            sx={{ gridColumn: '1 / -1' }}
          />
        </Box>
      </Section>
    </OrderForm>
  );
}
