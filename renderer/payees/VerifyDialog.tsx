import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { AskDialog } from '../kit/messages/AskDialog.tsx';
import type { PayeeDetail } from '../queries/payees.ts';
import { payeeName } from './payee-labels.ts';

type Verification = {
  readonly account: string;
  readonly by: string;
  readonly how: string;
  readonly note: string | null;
};

type VerifyDialogProps = {
  readonly payee: PayeeDetail;
  readonly account: string;
  readonly isBusy: boolean;
  readonly onVerify: (verification: Verification) => void;
  readonly onCancel: () => void;
};

const longestField = 140;

/** Asks whom somebody called to verify an account, on which number, and where they got that number. */
export function VerifyDialog({ payee, account, isBusy, onVerify, onCancel }: VerifyDialogProps) {
  const [fields, setFields] = useState({ account, person: '', number: '', source: '', by: '', note: '' });
  const isWhole = (['account', 'person', 'number', 'source', 'by'] as const).every(
    (name) => fields[name].trim() !== '',
  );
  const field = (name: keyof typeof fields, label: string, hint: string) => (
    <TextField
      label={label}
      value={fields[name]}
      helperText={hint}
      onChange={({ target }) => setFields({ ...fields, [name]: target.value.slice(0, longestField) })}
      autoComplete="off"
      autoFocus={name === (account === '' ? 'account' : 'person')}
      fullWidth
    />
  );
  return (
    <AskDialog
      title={`Record verification of ${payeeName(payee)}`}
      maxWidth="sm"
      action="Record verification"
      isAllowed={isWhole}
      isBusy={isBusy}
      isForm
      onAnswer={() => {
        const { person, number, source, by, note } = fields;
        onVerify({
          account: fields.account.trim(),
          by: by.trim(),
          how: `Called ${person.trim()} on ${number.trim()}. Number from: ${source.trim()}`,
          note: note.trim() === '' ? null : note.trim(),
        });
      }}
      onCancel={onCancel}
      // Room for the label on the frame of the first field, which the title would cut off.
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, '& > :first-of-type': { mt: 1 } }}
    >
      {field('account', 'Account', 'The account that the payee confirmed')}
      {field('person', 'Person called', 'Name and role of the person who confirmed it')}
      {field('number', 'Phone number', 'The number that was called')}
      {field(
        'source',
        'Source of the number',
        'A contract or an earlier invoice, never the message that asks for the change',
      )}
      {field('by', 'Verified by', 'Who made the call')}
      {field('note', 'Note (optional)', ' ')}
    </AskDialog>
  );
}
