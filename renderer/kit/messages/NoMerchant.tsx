import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Empty } from './Empty.tsx';

/** Shown instead of content that needs a merchant, if none is connected. `what` describes that content. */
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
