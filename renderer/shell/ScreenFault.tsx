import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useRouteError } from 'react-router';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { Page } from '../kit/Page.tsx';

/** In place of a screen that met a fault of its own: what it was, and two ways on. */
export function ScreenFault() {
  const fault = useRouteError();
  return (
    <Box component="main" sx={{ height: '100%', overflow: 'auto' }}>
      <Page title="This screen met a fault">
        <ErrorNotice error={fault} onRetry={() => location.reload()} />
        <Box>
          <Button component={Link} to="/overview">
            Go to the overview
          </Button>
        </Box>
      </Page>
    </Box>
  );
}
