import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { RadioField } from '../../kit/fields/RadioField.tsx';
import { AskDialog } from '../../kit/messages/AskDialog.tsx';
import type { DecimalSign } from '../../../contract/batches/fault.ts';
import type { TwoReadings } from '../../../contract/batches/sheet.ts';
import { groupedAmount } from '../../../contract/text/numbers.ts';

type Props = TwoReadings & {
  /** What has this amount, to begin a sentence: “Line 3”. */
  readonly place: string;
  readonly action: string;
  readonly onAnswer: (decimalSign: DecimalSign) => void;
  readonly onCancel: () => void;
};

/** Asks about an amount that can be read in two ways. Bursar does not guess, because one reading is a thousand times the other. */
export function DecimalSignDialog({ value, point, comma, place, action, onAnswer, onCancel }: Props) {
  const [chosen, setChosen] = useState<DecimalSign | null>(null);
  return (
    <AskDialog
      title="How are the amounts written?"
      maxWidth="sm"
      action={action}
      isAllowed={chosen !== null}
      onAnswer={() => chosen !== null && onAnswer(chosen)}
      onCancel={onCancel}
    >
      <Typography sx={{ mb: 2 }}>
        {place} says <strong>{value}</strong>. That can be read in two ways, and Bursar does not guess
        amounts.
      </Typography>
      <RadioField
        label="How are the amounts written?"
        isUnlabelled
        value={chosen}
        choices={[
          ['point', `Decimal point: ${groupedAmount(point)}`],
          ['comma', `Decimal comma: ${groupedAmount(comma)}`],
        ]}
        onChange={setChosen}
      />
    </AskDialog>
  );
}
