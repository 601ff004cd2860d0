import Box from '@mui/material/Box';
import type { CallbackOutcome } from '../../../contract/receiving/callbacks.ts';
import { countText } from '../../../contract/text/numbers.ts';
import { SmallTable } from '../../batches/batch/SmallTable.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { OrderId } from '../../kit/OrderId.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { When } from '../../kit/When.tsx';
import { useCallbackDeliveries } from '../../queries/callbacks.ts';

const outcomeLabels: Readonly<Record<CallbackOutcome, string>> = {
  asked: 'Known payment',
  unfamiliar: 'Ignored',
  malformed: 'Malformed',
  refused: 'Refused',
};

/** The last requests, and their results. */
export function CallbackDeliveries({ turnedAway }: { readonly turnedAway: number }) {
  const deliveries = useCallbackDeliveries();
  const all = deliveries.data ?? [];
  return (
    <Section
      title="Last deliveries"
      about={
        turnedAway === 0
          ? 'The last requests to the port.'
          : `The last requests to the port. Refused since it was turned on: ${countText(turnedAway)}.`
      }
    >
      <ErrorNotice error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      {deliveries.data?.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>No requests yet.</Box>
      ) : null}
      {all.length === 0 ? null : (
        <SmallTable label="Requests" head={['Time', 'Profile', 'Order ID', 'Outcome', 'Answer', 'Remark']}>
          {all.map(({ number, at, profileName, outcome, idEntity, status, message }) => (
            <tr key={number}>
              <td>
                <When at={at} />
              </td>
              <td>{profileName ?? '–'}</td>
              <td>{idEntity === null ? '–' : <OrderId value={idEntity} />}</td>
              <td>{outcomeLabels[outcome]}</td>
              <td>{status}</td>
              <td className="sentence">
                {message ?? (outcome === 'asked' ? 'The gateway is asked about it.' : '')}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Section>
  );
}
