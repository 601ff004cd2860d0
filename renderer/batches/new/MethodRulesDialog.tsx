import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CodeField } from '../../kit/fields/CodeField.tsx';
import { AskDialog } from '../../kit/messages/AskDialog.tsx';
import type { MethodRule } from '../../../contract/batches/source.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { useKnownCodes } from '../../queries/reference.ts';
import { methodRulesOf, paymentGroups, type PaymentGroup } from './payment-groups.ts';
import type { Question } from './useOpening.ts';

type Props = {
  readonly question: Extract<Question, { kind: 'methodsNeeded' }>;
  /** The profile whose gateway offers the methods. */
  readonly profileName: string | null;
  readonly onAnswer: (rules: MethodRule[]) => void;
  readonly onCancel: () => void;
};

/** Asks by which method to send the payments of a payment file. The answer is kept for the next file. */
export function MethodRulesDialog({ question, profileName, onAnswer, onCancel }: Props) {
  const { codes: methods } = useKnownCodes(profileName, 'methods');
  const { codes: operators } = useKnownCodes(profileName, 'operators');
  const [groups, setGroups] = useState(() => paymentGroups(question.uncovered));
  const change = (wanted: PaymentGroup, part: Partial<PaymentGroup>) =>
    setGroups(groups.map((group) => (group === wanted ? { ...group, ...part } : group)));
  return (
    <AskDialog
      title="Choose payment methods"
      maxWidth="md"
      action="Read the rows"
      isForm
      onAnswer={() => onAnswer(methodRulesOf(groups))}
      onCancel={onCancel}
    >
      <Typography sx={{ mb: 2 }}>
        A payment file names no method of the gateway. Choose one for each kind of payment; Bursar uses it for
        the next file, too. Leave a method empty to choose it row by row.
      </Typography>
      {groups.map((group) => (
        <Box
          key={group.label}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' }, gap: 2, mb: 2 }}
        >
          <Box>
            <Typography sx={{ fontWeight: 600 }}>{group.label}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{counted(group.transactions, 'payout')}</Typography>
          </Box>
          <CodeField
            label="Method"
            accessibleName={`Method for ${group.label}`}
            codes={methods}
            value={group.methodCode}
            onChange={(methodCode) => change(group, { methodCode })}
          />
          <CodeField
            label="Operator (optional)"
            accessibleName={`Operator for ${group.label}`}
            codes={operators}
            value={group.operatorCode}
            onChange={(operatorCode) => change(group, { operatorCode })}
          />
        </Box>
      ))}
    </AskDialog>
  );
}
