import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { currencyCodeOf, isCurrencyCode } from '../../contract/money/money.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { Amount } from '../kit/Amount.tsx';
import { CurrencyField } from '../kit/fields/CurrencyField.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useUnsaved } from '../kit/layout/unsaved.ts';
import { useSaveSettings, type SettingsUpdate } from '../queries/settings.ts';
import { LimitField } from './LimitField.tsx';
import { plainAmount } from '../../contract/text/numbers.ts';
import { amountProblem } from './limit-rows.ts';
import { Form } from '../kit/fields/Form.tsx';

type ProfileAmount = { readonly profileName: string; readonly currencyCode: string; readonly amount: string };

type BalanceAmountsProps = {
  readonly title: string;
  readonly about: string;
  /** The name of an amount, for the buttons that remove one. */
  readonly noun: string;
  /** The label of the field for a new one; the profile follows it. */
  readonly label: string;
  readonly stored: readonly ProfileAmount[];
  readonly updateOf: (balance: Omit<ProfileAmount, 'amount'>, amount: string | null) => SettingsUpdate;
};

const noFields = { currencyCode: '', amount: '' };
const noForm = { saving: () => () => undefined };
const noStored = () => undefined;

/** An amount per profile and currency with which its balance is compared. */
export function BalanceAmounts({ title, about, noun, label, stored, updateOf }: BalanceAmountsProps) {
  const { profile } = useCurrentProfile();
  const [typed, setTyped] = useState(noFields);
  const form = { saving: () => () => setTyped((now) => (now === typed ? noFields : now)) };
  const save = useSaveSettings(form, 'Saved.', noStored);
  const remove = useSaveSettings(noForm, 'Removed.', noStored);
  useUnsaved(`${typed.currencyCode}${typed.amount}`.trim() !== '');
  const currencyCode = currencyCodeOf(typed.currencyCode);
  const amount = plainAmount(typed.amount);
  const isCodeFine = isCurrencyCode(currencyCode);
  const problem = amountProblem(typed.amount, typed.currencyCode);
  const isRight = profile !== null && isCodeFine && amount !== '' && problem === null;
  return (
    <Section title={title} about={about}>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, fontSize: 13 }}>
        {stored.map((limit) => (
          <Box
            key={`${limit.profileName} ${limit.currencyCode}`}
            component="li"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              minHeight: 40,
              maxWidth: 560,
              borderBottom: '1px solid',
              borderColor: 'hairline',
            }}
          >
            <Box sx={{ flex: 1 }}>{limit.profileName}</Box>
            <Amount amount={limit.amount} currencyCode={limit.currencyCode} />
            <IconButton
              size="small"
              aria-label={`Remove the ${noun} for ${limit.currencyCode} of ${limit.profileName}`}
              onClick={() => remove(updateOf(limit, null))}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      {profile === null ? null : (
        <Form
          onSubmit={() => {
            if (isRight) save(updateOf({ profileName: profile.name, currencyCode }, amount));
          }}
          sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', marginTop: 1.5 }}
        >
          <CurrencyField
            profileName={profile?.name ?? null}
            value={typed.currencyCode}
            problem={currencyCode === '' || isCodeFine ? null : 'A code is written like EUR or USDT_TRC20.'}
            onChange={(code) => setTyped((now) => ({ ...now, currencyCode: code }))}
          />
          <LimitField
            label={`${label}, for ${profile.name}`}
            width={260}
            value={typed.amount}
            problem={problem}
            onChange={(text) => setTyped((now) => ({ ...now, amount: text }))}
          />
          <Button type="submit" variant="outlined" disabled={!isRight} sx={{ height: 36 }}>
            Set
          </Button>
        </Form>
      )}
    </Section>
  );
}
