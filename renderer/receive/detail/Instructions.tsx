import Box from '@mui/material/Box';
import { gatewayMomentOf } from '../../../contract/payments/gateway-time.ts';
import type { PayingInstructions } from '../../../contract/receiving/incoming.ts';
import { wholeLine } from '../../../contract/text/one-line.ts';
import { Amount } from '../../kit/Amount.tsx';
import { CopyButton } from '../../kit/CopyButton.tsx';
import { Facts, type Fact } from '../../kit/layout/Facts.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { When } from '../../kit/When.tsx';

type InstructionsProps = {
  readonly instructions: PayingInstructions;
  /** Whether the money is no longer awaited. */
  readonly isOver: boolean;
  /** Whether the time until which it is awaited has passed. */
  readonly isLate: boolean;
};

/** Where to transfer the money by an offline method; each part can be copied. */
export function Instructions({ instructions, isOver, isLate }: InstructionsProps) {
  const { bankName, branchName, accountName, accountNumber, money, expireAt, reference } = instructions;
  const facts: Fact[] = [
    copied('Bank', bankName),
    copied('Branch', branchName),
    copied('Account name', accountName),
    copied('Account', accountNumber, 'account number'),
    money === null
      ? null
      : [
          'Amount',
          <Line key="amount" value={money.amount} label="amount">
            <Amount {...money} />
          </Line>,
        ],
    copied('Reference', reference),
    expireAt === null
      ? null
      : ['To be paid by', <When key="expire" at={gatewayMomentOf(wholeLine(expireAt))} />],
  ];
  return (
    <Section
      title="How to pay"
      about={
        isOver
          ? 'As the gateway reported it'
          : isLate
            ? 'The time to pay is over. Ask the gateway before anyone transfers the money.'
            : 'The gateway waits for a transfer with exactly this'
      }
    >
      <Facts facts={facts} />
    </Section>
  );
}

/** What is copied is what is shown: nobody pays to an account that reads otherwise. */
function copied(title: string, text: string | null, label = title.toLowerCase()): Fact {
  const value = wholeLine(text ?? '');
  return value === ''
    ? null
    : [
        title,
        <Line key={title} value={value} label={label}>
          {value}
        </Line>,
      ];
}

type LineProps = { readonly value: string; readonly label: string; readonly children: React.ReactNode };

function Line({ value, label, children }: LineProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minHeight: 24 }}>
      {children}
      <CopyButton value={value} label={label} />
    </Box>
  );
}
