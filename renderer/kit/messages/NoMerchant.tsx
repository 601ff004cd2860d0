import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Empty } from './Empty.tsx';

/** Stands where something belongs to a merchant, and none is connected. `what` says what would be here. */
export function NoMerchant({ what }: { readonly what: string }) {
  return (
    <Empty
      title="No merchant is connected"
      text={`${what} Connect a merchant, or try Bursar with the sandbox on the overview.`}
      action={
        <Button variant="contained" component={Link} to="/connect">
          Connect a merchant
        </Button>
      }
    />
  );
}
