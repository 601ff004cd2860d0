import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { currencyCodeOf } from '../../contract/money/money.ts';
import { FindingLevel, PayeeFindingKind, PayeePolicy } from '../../contract/payees/findings.ts';
import { groupedAmount, plainAmount } from '../../contract/text/numbers.ts';
import { findingTitles, levelTitles } from '../../contract/text/payees.ts';
import { CurrencyField } from '../kit/fields/CurrencyField.tsx';
import { FormRows } from '../kit/fields/FormRows.tsx';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { SelectField } from '../kit/fields/SelectField.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { Section } from '../kit/layout/Section.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useCurrentProfile } from '../queries/profiles.ts';
import { useSaveSettings, useSettings } from '../queries/settings.ts';
import { LimitField } from './LimitField.tsx';
import { amountProblem, codeProblem, currencyName } from './limit-rows.ts';
import { Form } from '../kit/fields/Form.tsx';

const abouts: Readonly<Record<PayeeFindingKind, string>> = {
  changedDetails: 'A known name with an account it was never paid to',
  lookAlike: 'A name or account that resembles a known one',
  newPayee: 'Neither the name nor the account is known',
  knownAccountOtherName: 'A known account under another name',
  unusualAmount: 'Far more than this payee usually gets',
  sharedAccount: 'One account for several names in one batch',
};

/** The effect of each finding about payees, from which amounts on, and how old a verification must be. */
export function PayeePolicySettings() {
  const settings = useSettings();
  return (
    <>
      <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />
      {settings.data === undefined ? null : <PolicyForm stored={settings.data.payeePolicy} />}
    </>
  );
}

type AmountRow = { readonly key: string; readonly currencyCode: string; readonly amount: string };
type Fields = {
  readonly policy: PayeePolicy;
  readonly hours: string;
  readonly amounts: readonly AmountRow[];
};

function PolicyForm({ stored }: { readonly stored: PayeePolicy }) {
  const { profile } = useCurrentProfile();
  const form = useFields(stored, fieldsOf);
  const save = useSaveSettings(form, 'Payee policy saved.', ({ payeePolicy }) => payeePolicy);
  const { policy, hours, amounts } = form.fields;
  const setField = (part: Partial<Fields>) => form.setFields({ ...form.fields, ...part });
  const setAmounts = (rows: readonly AmountRow[]) => setField({ amounts: rows });
  const wanted = PayeePolicy.safeParse({
    ...policy,
    waitingHours: /^\d+$/.test(hours) ? Number(hours) : null,
    amountsFrom: amounts.map(({ currencyCode, amount }) => ({
      currencyCode: currencyCodeOf(currencyCode),
      amount: plainAmount(amount),
    })),
  });
  const areAmountsRight = amounts.every(
    (row) =>
      row.currencyCode.trim() !== '' &&
      codeProblem(row, amounts) === null &&
      amountProblem(row.amount, row.currencyCode) === null,
  );
  const isChanged = !wanted.success || JSON.stringify(wanted.data) !== JSON.stringify(stored);
  return (
    <Form
      onSubmit={() => {
        if (wanted.success && areAmountsRight) save({ payeePolicy: wanted.data });
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4, alignItems: 'stretch' }}
    >
      <Section
        title="Findings"
        about="What a finding about a payee does when a draft is checked. A finding that blocks holds the release until the account is verified or an approver approves a request that names it."
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, marginTop: 1 }}>
          {PayeeFindingKind.options.map((kind) => (
            <Box key={kind} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontSize: 13, fontWeight: 600 }}>{findingTitles[kind]}</Box>
                <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{abouts[kind]}</Box>
              </Box>
              <SelectField
                isUnlabelled
                label={findingTitles[kind]}
                sx={{ width: 150 }}
                value={policy[kind]}
                choices={FindingLevel.options.map((level) => [level, levelTitles[level]])}
                onChange={(level) => setField({ policy: { ...policy, [kind]: level } })}
              />
            </Box>
          ))}
        </Box>
      </Section>
      <Section
        title="Amounts"
        about="A finding only informs while the payouts to the account together are less than the amount for the currency: those of the batch and, except for unusual amounts and shared accounts, all earlier ones. A currency that is not listed has no lower bound."
      >
        <Box
          sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start', marginTop: 1 }}
        >
          <FormRows
            rows={amounts}
            onRows={setAmounts}
            empty={() => ({ key: crypto.randomUUID(), currencyCode: '', amount: '' })}
            addLabel="Add currency"
            removeLabel={({ currencyCode }) => `Remove the amount for ${currencyName(currencyCode)}`}
            fields={(row, { hasFocus, change }) => (
              <>
                <CurrencyField
                  profileName={profile?.name ?? null}
                  value={row.currencyCode}
                  problem={codeProblem(row, amounts)}
                  hasFocus={hasFocus}
                  onChange={(currencyCode) => change({ currencyCode })}
                />
                <LimitField
                  label="From amount"
                  width={220}
                  value={row.amount}
                  problem={amountProblem(row.amount, row.currencyCode)}
                  onChange={(amount) => change({ amount })}
                />
              </>
            )}
          />
        </Box>
      </Section>
      <Section
        title="Waiting time"
        about="A verification clears a finding only when it is this old, so that a colleague can notice a wrong one."
      >
        <TextField
          label="Hours"
          value={hours}
          error={!/^\d{1,4}$/.test(hours) || Number(hours) > 8760}
          helperText="0 to 8,760 hours"
          onChange={({ target }) => setField({ hours: target.value })}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          sx={{ width: 160, marginTop: 1 }}
        />
      </Section>
      <Box>
        <OutdatedNotice of={form} />
        <Button
          type="submit"
          variant="contained"
          disabled={!isChanged || !wanted.success || !areAmountsRight}
        >
          Save payee policy
        </Button>
      </Box>
    </Form>
  );
}

function fieldsOf(policy: PayeePolicy): Fields {
  return {
    policy,
    hours: String(policy.waitingHours),
    amounts: policy.amountsFrom.map(({ currencyCode, amount }) => ({
      key: currencyCode,
      currencyCode,
      amount: groupedAmount(amount),
    })),
  };
}
