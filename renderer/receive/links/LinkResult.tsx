import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { OrderId } from '../../kit/OrderId.tsx';
import { Facts } from '../../kit/layout/Facts.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { wholeTime } from '../../kit/times.ts';
import { incomingLink } from '../filter.ts';
import { AddressBox } from './AddressBox.tsx';
import { StatusAddress } from './StatusAddress.tsx';
import { permissionsText } from './permissions.ts';
import { draftOf } from './draft.ts';
import { useHasPassed } from '../../kit/layout/useHasPassed.ts';
import { useOpenDraft, useHost } from '../../queries/host.ts';
import { type MadeLink } from '../../queries/links.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));
const qrSize = 360;
const statusSeconds = 2_592_000;

/** The address of a payment link to give to the customer, and what it permits. */
export function LinkResult({ made }: { readonly made: MadeLink }) {
  const { payment, address, claims } = made;
  const hasExpired = useHasPassed(claims.expiresAt);
  return (
    <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start', flexWrap: 'wrap' }}>
      <Box
        sx={{
          flex: '1 1 420px',
          minWidth: 0,
          maxWidth: 720,
          display: 'flex',
          flexDirection: 'column',
          gap: 3,
        }}
      >
        <Section title="Address of the payment page">
          {hasExpired ? (
            <Alert severity="warning">
              By the clock of this computer, this address has expired. To let the customer pay under the same
              order ID, open the{' '}
              <MuiLink component={Link} to={incomingLink(payment)}>
                payment link
              </MuiLink>{' '}
              and choose New address.
            </Alert>
          ) : (
            <AddressBox value={address} label="payment link">
              <DraftButton made={made} />
            </AddressBox>
          )}
        </Section>
        <Facts
          titleWidth={114}
          facts={[
            ['Order ID', <OrderId key="order" value={payment.idPayment} />],
            [
              'Valid until',
              claims.expiresAt === null ? 'The gateway returned no expiry' : wholeTime(claims.expiresAt),
            ],
            ['Permissions', permissionsText(claims.operations)],
          ]}
        />
        <StatusAddress
          profileName={payment.profileName}
          idPayment={payment.idPayment}
          validitySeconds={lifetimeOf(made)}
        />
      </Box>
      <Box sx={{ flex: 'none', width: qrSize, minHeight: qrSize }}>
        {!hasExpired && (
          <Suspense fallback={null}>
            <QrCode text={address} label="QR code of the payment link" size={qrSize} />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}

/** The status page is valid for as long as the link was. */
function lifetimeOf({ claims: { issuedAt, expiresAt } }: MadeLink): number {
  if (issuedAt === null || expiresAt === null) return statusSeconds;
  const seconds = Math.round((Date.parse(expiresAt) - Date.parse(issuedAt)) / 1000);
  return Math.min(Math.max(seconds, 60), statusSeconds);
}

/** Opens an e-mail draft: through the program if it can ask the person, otherwise as a link of the browser. */
function DraftButton({ made }: { readonly made: MadeLink }) {
  const host = useHost().data;
  const open = useOpenDraft();
  const draft = draftOf(made);
  if (draft === null)
    return (
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        The address is too long for an e-mail draft. Copy it instead.
      </Box>
    );
  return host?.hasDialogs === true ? (
    <Button variant="outlined" color="inherit" onClick={() => open.mutate({ url: draft })}>
      E-mail draft
    </Button>
  ) : (
    <Button component="a" href={draft} variant="outlined" color="inherit">
      E-mail draft
    </Button>
  );
}
