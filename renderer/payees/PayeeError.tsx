import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { CallError } from '../call-error.ts';
import { Empty } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';

/** Why a payee cannot be shown. Retrying does not help if it does not exist. */
export function PayeeError({ error, onRetry }: { readonly error: CallError; readonly onRetry: () => void }) {
  if (error.appError.code !== 'notFound') return <ErrorNotice error={error} onRetry={onRetry} />;
  return (
    <Empty
      title="Payee not found"
      text="No payee of this data folder is at this address."
      action={
        <Button component={Link} to="/payees">
          Go to payees
        </Button>
      }
    />
  );
}
