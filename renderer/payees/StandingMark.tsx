import Chip from '@mui/material/Chip';
import type { Payee } from '../../contract/payees/payee.ts';

/** People's records about a payee, or that it was never paid; empty if there is nothing to show. */
export function StandingMark({
  payee,
}: {
  readonly payee: Pick<Payee, 'isBlocked' | 'verification' | 'verifiedAs' | 'payments'>;
}) {
  const { isBlocked, verification, verifiedAs, payments } = payee;
  if (isBlocked) return <Chip size="small" color="error" variant="outlined" label="Blocked" />;
  if (verifiedAs !== null)
    return (
      <Chip size="small" variant="outlined" label="Other name verified" title={`Verified as ${verifiedAs}`} />
    );
  if (verification !== null) return <Chip size="small" color="success" variant="outlined" label="Verified" />;
  return payments === 0 ? <Chip size="small" variant="outlined" label="Never paid" /> : null;
}
