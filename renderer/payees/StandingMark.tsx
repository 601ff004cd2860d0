import Chip from '@mui/material/Chip';
import type { Payee } from '../../contract/payees/payee.ts';

/** What people said of a payee, or that it was never paid; nothing where there is nothing to say. */
export function StandingMark({
  payee,
}: {
  readonly payee: Pick<Payee, 'isBlocked' | 'verification' | 'payments'>;
}) {
  const { isBlocked, verification, payments } = payee;
  if (isBlocked) return <Chip size="small" color="error" variant="outlined" label="Blocked" />;
  if (verification !== null) return <Chip size="small" color="success" variant="outlined" label="Verified" />;
  return payments === 0 ? <Chip size="small" variant="outlined" label="Never paid" /> : null;
}
