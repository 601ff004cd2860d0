import MerchantIcon from '@mui/icons-material/AccountBalanceOutlined';
import TrialIcon from '@mui/icons-material/ScienceOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { useTrial } from '../queries/profiles.ts';

/** The first screen: two ways to start. */
export function FirstStart() {
  const navigate = useNavigate();
  const trial = useTrial();
  return (
    <Box sx={{ maxWidth: 880, margin: '0 auto', padding: '7vh 24px 24px' }}>
      <Typography variant="h1" sx={{ fontSize: 28 }}>
        Welcome to Bursar
      </Typography>
      <Typography sx={{ color: 'text.secondary', marginTop: 1, maxWidth: 620 }}>
        Bursar sends payouts through your payment gateway, each exactly once, watches your balances, and keeps
        the whole history on this computer. How do you want to start?
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
          gap: 2,
          marginTop: 4,
        }}
      >
        <Way
          icon={<TrialIcon sx={{ fontSize: 28, color: 'text.secondary' }} aria-hidden />}
          title="Try it with the sandbox"
          text="Bursar runs a test gateway on this computer, with a temporary key and sample balances. Nothing leaves this computer and no money moves. You can connect a merchant later."
        >
          {trial.isPending ? (
            <Box sx={{ width: '100%' }}>
              <Box sx={{ fontSize: 13, color: 'text.secondary', marginBottom: 0.5 }}>
                Starting the sandbox …
              </Box>
              <Progress done={0} total={null} label="Starting the sandbox" />
            </Box>
          ) : (
            <Button variant="contained" onClick={() => trial.mutate({})}>
              Try it with the sandbox
            </Button>
          )}
        </Way>
        <Way
          icon={<MerchantIcon sx={{ fontSize: 28, color: 'text.secondary' }} aria-hidden />}
          title="Connect a merchant"
          text="You need the gateway address, your merchant code and a private key: your own, or one that Bursar generates and keeps in the keychain of this computer."
        >
          <Button variant="outlined" disabled={trial.isPending} onClick={() => void navigate('/connect')}>
            Connect a merchant
          </Button>
        </Way>
      </Box>
      {trial.error === null ? null : (
        <Box sx={{ marginTop: 2 }}>
          <ErrorNotice error={trial.error} onRetry={() => trial.mutate({})} />
        </Box>
      )}
    </Box>
  );
}

type WayProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

function Way({ icon, title, text, children }: WayProps) {
  return (
    <Box
      component="section"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-start',
        gap: 1,
        padding: 3,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'background.paper',
      }}
    >
      {icon}
      <Typography component="h2" sx={{ fontSize: 16, fontWeight: 600, marginTop: 0.5 }}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', flex: 1, marginBottom: 1.5 }}>{text}</Typography>
      {children}
    </Box>
  );
}
