import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { useHasPassed } from '../../kit/layout/useHasPassed.ts';
import { wholeTime } from '../../kit/times.ts';
import { AddressBox } from './AddressBox.tsx';
import { useMakeStatusLink } from '../../queries/links.ts';

type StatusAddressProps = {
  readonly profileName: string;
  readonly idPayment: string;
  readonly validitySeconds: number;
};

/** The address where the customer sees the status of a payin; created on demand, and not stored. */
export function StatusAddress({ profileName, idPayment, validitySeconds }: StatusAddressProps) {
  const status = useMakeStatusLink();
  const expiresAt = status.data?.claims.expiresAt ?? null;
  const hasExpired = useHasPassed(expiresAt);
  return (
    <Section
      title="Address of the status page"
      about="The customer can see the payment status there, and do nothing else."
    >
      {status.data === undefined || hasExpired ? (
        <>
          {hasExpired && (
            <Alert severity="warning" sx={{ marginBottom: 1.5 }}>
              By the clock of this computer, the address that was created here has expired.
            </Alert>
          )}
          <Button
            variant="outlined"
            color="inherit"
            disabled={status.isPending}
            onClick={() => status.mutate({ profileName, idPayment, validitySeconds })}
          >
            {status.isPending ? 'Creating the address …' : 'Create status address'}
          </Button>
        </>
      ) : (
        <>
          <AddressBox value={status.data.address} label="status address" />
          {expiresAt === null ? null : (
            <Box sx={{ marginTop: 1, color: 'text.secondary', fontSize: 13 }}>
              Valid until {wholeTime(expiresAt)}.
            </Box>
          )}
        </>
      )}
      {status.error === null ? null : (
        <Box sx={{ marginTop: 1.5 }}>
          <ErrorNotice error={status.error} />
        </Box>
      )}
    </Section>
  );
}
