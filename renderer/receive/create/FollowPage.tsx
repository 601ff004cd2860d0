import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { IncomingKind } from '../../../contract/receiving/incoming.ts';
import { IdPayment } from '../../../contract/payments/payment.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { sentence } from '../../kit/sentence.ts';
import { useGoOn } from '../../kit/useGoOn.ts';
import { incomingLink } from '../filter.ts';
import { useFollow } from '../../queries/incoming.ts';
import { ForMerchant } from './ForMerchant.tsx';

/** Follows a payin or top-up that another system made. */
export function FollowPage() {
  return (
    <ForMerchant
      title="Follow an order ID"
      about="Bursar looks up an order that another system created and checks it until it is finished. Bursar never sends it."
    >
      {(profileName) => <FollowForm key={profileName} profileName={profileName} />}
    </ForMerchant>
  );
}

function FollowForm({ profileName }: { readonly profileName: string }) {
  const [kind, setKind] = useState<IncomingKind>('payin');
  const [idPayment, setIdPayment] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const goOn = useGoOn();
  const follow = useFollow((found) => goOn(incomingLink(found)));
  const submit = () => {
    const read = IdPayment.safeParse(idPayment.trim());
    const message = read.error?.issues[0]?.message;
    setProblem(message === undefined ? null : sentence(message));
    if (read.success) follow.mutate({ kind, idPayment: read.data, profileName, note: note.trim() });
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 520 }}
    >
      <RadioGroup
        row
        aria-label="What it is"
        value={kind}
        onChange={(_event, value) => setKind(value === 'topup' ? 'topup' : 'payin')}
      >
        <FormControlLabel value="payin" label="Payin" control={<Radio size="small" />} />
        <FormControlLabel value="topup" label="Top-up" control={<Radio size="small" />} />
      </RadioGroup>
      <TextField
        label="Order ID"
        value={idPayment}
        autoFocus
        autoComplete="off"
        error={problem !== null}
        helperText={problem ?? 'The order ID that the other system gave the gateway.'}
        onChange={({ target }) => setIdPayment(target.value)}
      />
      <TextField
        label="Note"
        value={note}
        autoComplete="off"
        helperText="Stays in Bursar."
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 250 } }}
      />
      {follow.error === null ? null : <ErrorNotice error={follow.error} />}
      <Box>
        <Button type="submit" variant="contained" disabled={follow.isPending}>
          {follow.isPending ? 'Asking the gateway …' : 'Follow'}
        </Button>
      </Box>
    </Box>
  );
}
