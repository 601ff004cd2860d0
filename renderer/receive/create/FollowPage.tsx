import TextField from '@mui/material/TextField';
import { Controller, type Resolver } from 'react-hook-form';
import type { Profile } from '../../../contract/profile.ts';
import type { IncomingKind } from '../../../contract/receiving/incoming.ts';
import { IdPayment } from '../../../contract/payments/payment.ts';
import { RadioField } from '../../kit/fields/RadioField.tsx';
import { useKeptForm } from '../../kit/fields/useKeptForm.ts';
import { sentence } from '../../kit/sentence.ts';
import { useGoOn } from '../../kit/useGoOn.ts';
import { incomingLink } from '../filter.ts';
import { useFollow } from '../../queries/incoming.ts';
import { OrderForm } from '../OrderForm.tsx';
import { ForMerchant } from './ForMerchant.tsx';

/** Follows a payin or top-up that another system made. */
export function FollowPage() {
  return (
    <ForMerchant
      title="Follow an order ID"
      about="Bursar looks up an order that another system created and checks it until it is finished. Bursar never sends it."
    >
      {(profile) => <FollowForm key={profile.createdAt} profile={profile} />}
    </ForMerchant>
  );
}

type FollowFields = { kind: IncomingKind; idPayment: string; note: string };

const begin: FollowFields = { kind: 'payin', idPayment: '', note: '' };

const resolveFollow: Resolver<FollowFields> = (fields) => {
  const message = IdPayment.safeParse(fields.idPayment.trim()).error?.issues[0]?.message;
  if (message === undefined) return { values: fields, errors: {} };
  return { values: {}, errors: { idPayment: { type: 'contract', message: sentence(message) } } };
};

function FollowForm({ profile }: { readonly profile: Profile }) {
  const kept = useKeptForm({
    id: `follow ${profile.createdAt}`,
    begin,
    resolver: resolveFollow,
    first: 'idPayment',
  });
  const { form, text, failed } = kept;
  const goOn = useGoOn();
  const follow = useFollow((found) => goOn(incomingLink(found)), failed);
  return (
    <OrderForm
      kept={kept}
      onSend={({ kind, idPayment, note }) =>
        follow.mutate({ kind, idPayment: idPayment.trim(), profileName: profile.name, note: note.trim() })
      }
      sent={follow}
      answer={follow.isPending ? 'Asking the gateway …' : 'Follow'}
      sx={{ gap: 2, maxWidth: 520 }}
    >
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <RadioField
            {...field}
            label="What it is"
            isUnlabelled
            row
            choices={[
              ['payin', 'Payin'],
              ['topup', 'Top-up'],
            ]}
          />
        )}
      />
      <TextField {...text('idPayment', 'Order ID', 'The order ID that the other system gave the gateway.')} />
      <TextField
        {...text('note', 'Note', 'Stays in Bursar.')}
        slotProps={{ htmlInput: { maxLength: 250 } }}
      />
    </OrderForm>
  );
}
