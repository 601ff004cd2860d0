import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PaymentAccount } from '../../../contract/receiving/incoming.ts';
import { wholeLine } from '../../../contract/text/one-line.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Section } from '../../kit/layout/Section.tsx';
import { usePaymentAccounts } from '../../queries/incoming.ts';

const lines: readonly (readonly [keyof PaymentAccount, string])[] = [
  ['accountName', 'Name'],
  ['accountNumber', 'Number'],
  ['accountType', 'Type'],
  ['bankCode', 'Bank code'],
  ['bankName', 'Bank'],
  ['bankBranch', 'Branch'],
  ['bankCity', 'City'],
  ['bankProvince', 'Province'],
];

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  tableLayout: 'fixed',
  fontSize: 13,
  'th, td': {
    textAlign: 'left',
    fontWeight: 400,
    padding: '5px 8px 5px 0',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${theme.vars?.palette.hairline}`,
  },
  th: { color: theme.vars?.palette.text.secondary },
}));

type AccountsProps = { readonly idPayment: string; readonly profileName: string };

/** The customer's account as given and as the gateway saw it, side by side; loaded on demand. */
export function Accounts({ idPayment, profileName }: AccountsProps) {
  const accounts = usePaymentAccounts();
  const ask = () => accounts.mutate({ idPayment, profileName });
  return (
    <Section
      title="The customer's account"
      about="As given, and as the gateway saw it when the money arrived"
      actions={
        <Button variant="outlined" color="inherit" size="small" disabled={accounts.isPending} onClick={ask}>
          {accounts.isPending ? 'Asking …' : accounts.data === undefined ? 'Compare' : 'Ask again'}
        </Button>
      }
    >
      <ErrorNotice error={accounts.error} />
      {accounts.data === undefined ? null : (
        <Compared given={accounts.data.customerAccountRequest} seen={accounts.data.customerAccountProcess} />
      )}
    </Section>
  );
}

type ComparedProps = { readonly given: PaymentAccount | null; readonly seen: PaymentAccount | null };

function Compared({ given, seen }: ComparedProps) {
  const known = lines.filter(([name]) => isFilled(given?.[name]) || isFilled(seen?.[name]));
  if (known.length === 0)
    return <Box sx={{ color: 'text.secondary', fontSize: 13 }}>The gateway has no account details yet.</Box>;
  return (
    <Table aria-label="The customer's account as given and as seen">
      <thead>
        <tr>
          <Box component="th" scope="col" sx={{ width: 96 }}>
            Field
          </Box>
          <th scope="col">As given</th>
          <th scope="col">As seen</th>
        </tr>
      </thead>
      <tbody>
        {known.map(([name, title]) => {
          const isOther = isFilled(given?.[name]) && isFilled(seen?.[name]) && given?.[name] !== seen?.[name];
          return (
            <tr key={name}>
              <th scope="row">{title}</th>
              <td>{wholeLine(given?.[name] ?? '')}</td>
              <td>
                {wholeLine(seen?.[name] ?? '')}
                {isOther ? (
                  <Box component="span" sx={{ color: 'warning.main' }}>
                    {' '}
                    differs
                  </Box>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function isFilled(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && value !== '';
}
