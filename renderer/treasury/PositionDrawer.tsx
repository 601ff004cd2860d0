import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { counted } from '../../contract/text/numbers.ts';
import { kindText, stateText } from '../../contract/text/states.ts';
import { Drawer } from '../kit/layout/Drawer.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { When } from '../kit/When.tsx';
import { useCurrentProfile } from '../queries/profiles.ts';
import { usePositionParts, type PositionLine, type PositionPart } from '../queries/treasury.ts';
import { MaybeAmount } from './MaybeAmount.tsx';

const titles: readonly (readonly [PositionPart['figure'], string])[] = [
  ['available', 'Available'],
  ['reserved', 'Reserved'],
  ['committed', 'Committed'],
  ['expectedIn', 'Expected in'],
  ['estimatedFees', 'Estimated fees'],
  ['notCounted', 'Not counted'],
];

type PositionDrawerProps = { readonly line: PositionLine; readonly onClose: () => void };

/** The parts of each figure of a line. */
export function PositionDrawer({ line, onClose }: PositionDrawerProps) {
  const { profileName, currencyCode } = line;
  const { data, error, refetch } = usePositionParts(profileName, currencyCode);
  return (
    <Drawer title={`${currencyCode} of ${profileName}`} onClose={onClose}>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {titles.map(([figure, title]) => {
          const parts = (data ?? []).filter((part) => part.figure === figure);
          if (parts.length === 0) return null;
          return (
            <Section
              key={figure}
              title={title}
              about={figure === 'available' ? <AsOf line={line} /> : undefined}
            >
              <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, fontSize: 13 }}>
                {parts.map((part, index) => (
                  <Box
                    key={index}
                    component="li"
                    sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, paddingBlock: '4px' }}
                  >
                    <PartName part={part} line={line} />
                    <MaybeAmount amount={part.amount} currencyCode={currencyCode} />
                  </Box>
                ))}
              </Box>
            </Section>
          );
        })}
      </Box>
    </Drawer>
  );
}

function AsOf({ line: { asOf } }: { readonly line: PositionLine }) {
  return asOf === null ? (
    'No balance'
  ) : (
    <>
      As of <When at={asOf} />
    </>
  );
}

const planText = { scheduled: 'scheduled', awaitingApproval: 'approval requested' } as const;

function PartName({ part, line }: { readonly part: PositionPart; readonly line: PositionLine }) {
  const shown = useCurrentProfile().profile?.name;
  const { name, kind, state, paymentMethodCode, count, isSinceBalance, isPerhapsInBalance, batch } = part;
  if (kind === null) return <span>{name ?? ''}</span>;
  const text = [
    count === null ? kindText(kind) : counted(count, kindText(kind)),
    batch !== null ? planText[batch.plan] : state === null ? '' : stateText(state),
    paymentMethodCode === null || paymentMethodCode === '' ? '' : `by ${paymentMethodCode}`,
    isSinceBalance ? 'since the balance was read' : '',
    isPerhapsInBalance ? 'perhaps in the balance already' : '',
  ]
    .filter((word) => word !== '')
    .join(', ');
  if (batch !== null)
    return (
      <span>
        <Link to={`/batches/${batch.batchId}`}>{batch.fileName}</Link>: {text}
      </span>
    );
  if (state === null) return <span>{text}</span>;
  if (kind !== 'payout') {
    // The list of payins and top-ups shows the window's profile.
    if (line.profileName !== shown) return <span>{text}</span>;
    const found = new URLSearchParams({ kind, state, currency: line.currencyCode });
    return <Link to={`/receive?${found}`}>{text}</Link>;
  }
  const address = new URLSearchParams({ state, currency: line.currencyCode, profile: line.profileName });
  return <Link to={`/payouts?${address}`}>{text}</Link>;
}
