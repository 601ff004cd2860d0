import UpIcon from '@mui/icons-material/ArrowUpward';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { BookedKind, usualAccounts, type BookAccount } from '../../../contract/treasury/books.ts';
import { CodeField } from '../../kit/fields/CodeField.tsx';
import { CurrencyField } from '../../kit/fields/CurrencyField.tsx';
import { FormRows } from '../../kit/fields/FormRows.tsx';
import { OutdatedNotice } from '../../kit/fields/OutdatedNotice.tsx';
import { SelectField } from '../../kit/fields/SelectField.tsx';
import { useFields } from '../../kit/fields/useFields.ts';
import { Section } from '../../kit/layout/Section.tsx';
import { useKnownCodes } from '../../queries/reference.ts';
import { useSaveSettings, useSettings } from '../../queries/settings.ts';
import { Form } from '../../kit/fields/Form.tsx';

type Row = BookAccount & { readonly key: string };

const longestAccount = 100;
const noAccounts: readonly BookAccount[] = [];

const rowOf = (account: BookAccount): Row => ({ ...account, key: crypto.randomUUID() });
const accountOf = ({ kind, currencyCode, paymentMethodCode, account }: Row): BookAccount => ({
  kind,
  currencyCode: currencyCode.trim(),
  paymentMethodCode: paymentMethodCode.trim(),
  account: account.trim(),
});

/** The account of the company's books for each kind of money. */
export function AccountMapping({ profileName }: { readonly profileName: string }) {
  const stored = useSettings().data?.bookAccounts ?? noAccounts;
  const methods = useKnownCodes(profileName, 'methods').codes;
  const form = useFields(stored, (each): readonly Row[] => each.map(rowOf));
  const save = useSaveSettings(form, 'The accounts are saved.', ({ bookAccounts }) => bookAccounts);
  const { fields: rows, setFields: setRows } = form;
  const accounts = rows.map(accountOf);
  const isRight = accounts.every(({ account }) => account !== '');
  const isChanged = JSON.stringify(accounts) !== JSON.stringify(stored);
  return (
    <Section
      title="Accounts"
      about="The first matching line is used; an empty currency or method matches any. Payments that no line matches go to an account with the usual name, such as Payouts or Fees."
    >
      <Form
        onSubmit={() => {
          if (isRight) save({ bookAccounts: accounts });
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}
      >
        <FormRows
          rows={rows}
          onRows={setRows}
          empty={() => rowOf({ kind: 'payout', currencyCode: '', paymentMethodCode: '', account: '' })}
          addLabel="Add account"
          removeLabel={(_row, index) => `Remove line ${index + 1}`}
          fields={(row, { index, hasFocus, change }) => (
            <>
              <SelectField
                label="For"
                autoFocus={hasFocus}
                sx={{ width: 150 }}
                value={row.kind}
                choices={BookedKind.options.map((kind) => [kind, usualAccounts[kind]])}
                onChange={(kind) => change({ kind })}
              />
              <CurrencyField
                profileName={profileName}
                value={row.currencyCode}
                placeholder="any"
                onChange={(currencyCode) => change({ currencyCode })}
              />
              <CodeField
                label="Method"
                width={180}
                codes={methods}
                value={row.paymentMethodCode}
                placeholder="any"
                onChange={(paymentMethodCode) => change({ paymentMethodCode })}
              />
              <TextField
                size="small"
                label="Account"
                value={row.account}
                autoComplete="off"
                onChange={({ target }) => change({ account: target.value.slice(0, longestAccount) })}
                slotProps={{ htmlInput: { spellCheck: false } }}
                sx={{ width: 200 }}
              />
              <IconButton
                aria-label={`Move up line ${index + 1}`}
                disabled={index === 0}
                onClick={() => setRows(movedUp(rows, index))}
              >
                <UpIcon fontSize="small" />
              </IconButton>
            </>
          )}
          notice={<OutdatedNotice of={form} />}
          save={
            isChanged ? (
              <Button type="submit" variant="contained" disabled={!isRight}>
                Save accounts
              </Button>
            ) : null
          }
        />
      </Form>
    </Section>
  );
}

function movedUp(rows: readonly Row[], index: number): Row[] {
  return rows.flatMap((row, at) => {
    const next = rows[index];
    if (at === index - 1 && next !== undefined) return [next, row];
    return at === index ? [] : [row];
  });
}
