import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { IncomingDetail } from '../../../contract/receiving/incoming.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { useUnsaved } from '../../kit/layout/unsaved.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { useSetReference } from '../../queries/incoming.ts';
import { Form } from '../../kit/fields/Form.tsx';

const longestReference = 250;

type ExternalReferenceProps = {
  readonly payment: IncomingDetail;
  readonly onFresh: (payment: IncomingDetail) => void;
};

/** Sends the gateway the reference by which it can find the customer's transfer. */
export function ExternalReference({ payment, onFresh }: ExternalReferenceProps) {
  const { idPayment, profileName, events } = payment;
  const given = events.map(({ reason }) => reason).findLast(({ code }) => code === 'referenceSet');
  const [typed, setTyped] = useState('');
  useUnsaved(typed.trim() !== '');
  const toast = useToast();
  const set = useSetReference((detail, sent) => {
    onFresh(detail);
    // What was typed since is another one.
    setTyped((now) => (now.trim() === sent.externalReference ? '' : now));
    toast.show('The gateway has the reference.');
  });
  const externalReference = typed.trim();
  return (
    <Section
      title="Transfer reference"
      about={
        given?.code === 'referenceSet'
          ? `Last set: ${given.reference}`
          : 'The gateway uses it to match an offline payment'
      }
    >
      <Form
        onSubmit={() => {
          if (externalReference !== '') set.mutate({ idPayment, profileName, externalReference });
        }}
        sx={{ display: 'flex', gap: 1 }}
      >
        <TextField
          size="small"
          label="Reference"
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          sx={{ flex: 1 }}
          slotProps={{ htmlInput: { maxLength: longestReference } }}
        />
        <Button
          type="submit"
          variant="outlined"
          color="inherit"
          disabled={set.isPending || externalReference === ''}
        >
          {set.isPending ? 'Saving …' : 'Save reference'}
        </Button>
      </Form>
      {set.error === null ? null : (
        <Box sx={{ marginTop: 1.5 }}>
          <ErrorNotice error={set.error} />
        </Box>
      )}
    </Section>
  );
}
