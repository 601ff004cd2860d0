import '@fontsource-variable/inter/wght.css';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CssBaseline from '@mui/material/CssBaseline';
import Link from '@mui/material/Link';
import SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { theme } from '../../../../renderer/theme.ts';

/**
 * As many parts of MUI as the overview of the benchmark shows (141 boxes, 26 texts, 21 links, 25 buttons, 11 icons, a table of 15 cells; counted
 * in its document), in Bursar's theme, with words that stand in the script: nothing is asked, checked, translated, routed or updated.
 */

const places = ['Overview', 'Batches', 'Payouts', 'Payees', 'Treasury', 'Receive', 'Reference', 'Activity'];
const attention = Array.from({ length: 20 }, (_, index) => `10 payouts of bench${index}.csv in conflict`);
const balances = ['EUR', 'JPY', 'USD'].map((code, index) => ({ code, amount: `1,000,00${index}.25` }));

function Icon() {
  return (
    <SvgIcon sx={{ fontSize: 18 }}>
      <path d="M3 13h8V3H3v10zm0 8h8v-6H3v6zm10 0h8V11h-8v10z" />
    </SvgIcon>
  );
}

function TopBar() {
  return (
    <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 2, height: 48, px: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Icon />
        <Typography variant="subtitle1">Bursar</Typography>
      </Box>
      <Box sx={{ flex: 1 }} />
      <Box sx={{ width: 320 }}>
        <Button variant="outlined" startIcon={<Icon />}>
          Search or do anything
        </Button>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="text">bench</Button>
        <Button variant="text">Settings</Button>
      </Box>
    </Box>
  );
}

function Rail() {
  return (
    <Box component="nav" sx={{ width: 200, flex: 'none', backgroundColor: 'rail', p: 1 }}>
      {places.map((place) => (
        <Box
          key={place}
          component="a"
          href="#"
          sx={{ display: 'flex', gap: 1.5, px: 1.5, py: 0.75, borderRadius: 1 }}
        >
          <Icon />
          {place}
        </Box>
      ))}
    </Box>
  );
}

function Item({ words }: { readonly words: string }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ width: 8, height: 8, mt: 0.75, borderRadius: '50%', backgroundColor: 'error.main' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 550 }}>Conflict · bench</Box>
        <Typography variant="body2">
          <Link href="#">{words}</Link>: the gateway holds a different amount or currency.
        </Typography>
      </Box>
      <Box sx={{ flex: 'none' }}>
        <Button size="small">Dismiss</Button>
      </Box>
    </Box>
  );
}

function Balances() {
  return (
    <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', '& td': { py: 1 } }}>
      <tbody>
        {balances.map(({ code, amount }) => (
          <tr key={code}>
            <td>{code}</td>
            <td>{amount}</td>
            <td>–</td>
            <td>
              <svg width="120" height="24" viewBox="0 0 120 24">
                <path d="M0 20 L30 12 L60 16 L90 6 L120 8" fill="none" stroke="currentColor" />
                <circle cx="120" cy="8" r="2" />
              </svg>
            </td>
            <td>now</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function Parts() {
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <TopBar />
      <Box sx={{ flex: 1, display: 'flex', minHeight: 0 }}>
        <Rail />
        <Box component="main" sx={{ flex: 1, minWidth: 0, overflow: 'auto', p: 3 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 2 }}>
            <Typography variant="h1">Parts of the overview</Typography>
            <Button variant="contained">New batch</Button>
          </Box>
          <Typography variant="h2">Needs attention</Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {attention.map((words) => (
              <Item key={words} words={words} />
            ))}
          </Box>
          <Typography variant="h2">Balances</Typography>
          <Link href="#">Treasury</Link>
          <Balances />
          <Typography variant="body2">Ready</Typography>
        </Box>
      </Box>
    </Box>
  );
}

const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline enableColorScheme />
      <Parts />
    </ThemeProvider>,
  );
