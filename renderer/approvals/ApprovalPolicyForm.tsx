import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ApprovalPolicy } from '../../contract/approvals/approval-policy.ts';
import { currencyCodeOf } from '../../contract/money/money.ts';
import type { ShownPolicy } from '../../contract/approvals/approval-operations.ts';
import { policyLines } from '../../contract/text/approvals.ts';
import { groupedAmount, plainAmount } from '../../contract/text/numbers.ts';
import { capitalised } from '../../contract/text/states.ts';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { Section } from '../kit/layout/Section.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useApprovalPolicy, useImportSignedFile, useSetApprovalPolicy } from '../queries/approvals.ts';
import { ChooseSignedFile } from './ChooseSignedFile.tsx';
import { thresholdProblem } from '../settings/limit-rows.ts';
import { useRequestedChange } from './useRequestedChange.ts';

type RuleRow = {
  readonly key: string;
  readonly currencyCode: string;
  readonly batchFrom: string;
  readonly payoutFrom: string;
  readonly approvals: string;
};

/** How many approvals a release of this profile needs. */
export function ApprovalPolicyForm({ profileName }: { readonly profileName: string }) {
  const stored = useApprovalPolicy(profileName);
  if (stored.error !== null)
    return <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />;
  if (stored.data === undefined) return null;
  return (
    <Form profileName={profileName} stored={policyIn(stored.data)} alsoInForce={stored.data.alsoInForce} />
  );
}

function policyIn({ rules, otherwise, releaserCounts, enrolledPreparers }: ShownPolicy): ApprovalPolicy {
  return { rules, otherwise, releaserCounts, enrolledPreparers };
}

type FormProps = {
  readonly profileName: string;
  readonly stored: ApprovalPolicy;
  readonly alsoInForce: ShownPolicy['alsoInForce'];
};

function Form({ profileName, stored, alsoInForce }: FormProps) {
  const toast = useToast();
  const form = useFields(stored, (policy) => ({ rows: rowsOf(policy), rest: policy }));
  const { rows, rest } = form.fields;
  const [added, setAdded] = useState<string | null>(null);
  const setRows = (next: RuleRow[]) => form.setFields({ rows: next, rest });
  const setRest = (next: ApprovalPolicy) => form.setFields({ rows, rest: next });
  const requested = useRequestedChange();
  const save = useSetApprovalPolicy(({ request, policy }) => {
    if (requested(request)) return;
    form.saved(policyIn(policy));
    toast.show('Approval policy saved.');
  });
  const importFile = useImportSignedFile(() =>
    toast.show('Imported. Save the policy again to make the change.'),
  );
  const wanted = ApprovalPolicy.safeParse({ ...rest, rules: rows.map(ruleOf) });
  const isChanged = !wanted.success || JSON.stringify(wanted.data) !== JSON.stringify(stored);
  const change = (key: string, part: Partial<RuleRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Section
      title={`Approval policy of ${profileName}`}
      about={
        wanted.success
          ? policyLines({ ...wanted.data, alsoInForce })
              .map(capitalised)
              .join(' ')
          : 'Fill in currency, amount and number of approvals.'
      }
      actions={
        <ChooseSignedFile
          label="Import approval"
          fileLabel="Approval of a change"
          onChosen={(file) => importFile.mutate({ file })}
        />
      }
    >
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wanted.success) return;
          form.saving();
          save.mutate({ profileName, policy: wanted.data });
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}
      >
        {rows.map((row) => (
          <Box key={row.key} data-row sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Field
              label="Currency"
              width={110}
              value={row.currencyCode}
              hasFocus={row.key === added}
              onChange={(currencyCode) => change(row.key, { currencyCode })}
            />
            <Field
              label="Batch from"
              width={150}
              value={row.batchFrom}
              problem={thresholdProblem(row.batchFrom)}
              onChange={(batchFrom) => change(row.key, { batchFrom })}
            />
            <Field
              label="Payout from"
              width={150}
              value={row.payoutFrom}
              problem={thresholdProblem(row.payoutFrom)}
              onChange={(payoutFrom) => change(row.key, { payoutFrom })}
            />
            <Field
              label="Approvals"
              width={100}
              value={row.approvals}
              onChange={(approvals) => change(row.key, { approvals })}
            />
            <IconButton
              aria-label={`Remove the rule for ${row.currencyCode === '' ? 'this currency' : row.currencyCode}`}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
        <Field
          label="Approvals for everything else"
          width={240}
          value={String(rest.otherwise)}
          onChange={(text) => setRest({ ...rest, otherwise: numberOf(text) })}
        />
        <FormControlLabel
          control={
            <Checkbox
              checked={rest.releaserCounts}
              onChange={(_event, releaserCounts) => setRest({ ...rest, releaserCounts })}
            />
          }
          label="The person who releases may be one of the approvers"
        />
        <FormControlLabel
          control={
            <Checkbox
              checked={rest.enrolledPreparers}
              onChange={(_event, enrolledPreparers) => setRest({ ...rest, enrolledPreparers })}
            />
          }
          label="Only requests of enrolled people count"
        />
        <OutdatedNotice of={form} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            color="inherit"
            data-add-row
            startIcon={<AddIcon />}
            onClick={() => {
              const row = emptyRow();
              setAdded(row.key);
              setRows([...rows, row]);
            }}
          >
            Add rule
          </Button>
          {isChanged ? (
            <Button type="submit" variant="contained" disabled={!wanted.success || save.isPending}>
              Save policy
            </Button>
          ) : null}
        </Box>
      </Box>
    </Section>
  );
}

type FieldProps = {
  readonly label: string;
  readonly width: number;
  readonly value: string;
  readonly hasFocus?: boolean;
  readonly problem?: string | null;
  readonly onChange: (value: string) => void;
};

function Field({ label, width, value, hasFocus = false, problem = null, onChange }: FieldProps) {
  return (
    <TextField
      label={label}
      autoFocus={hasFocus}
      error={problem !== null}
      helperText={problem}
      value={value}
      autoComplete="off"
      sx={{ width }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function emptyRow(): RuleRow {
  return { key: crypto.randomUUID(), currencyCode: '', batchFrom: '', payoutFrom: '', approvals: '1' };
}

function rowsOf({ rules }: ApprovalPolicy): RuleRow[] {
  return rules.map(({ currencyCode, batchFrom = '', payoutFrom = '', approvals }) => ({
    key: crypto.randomUUID(),
    currencyCode,
    batchFrom: groupedAmount(batchFrom),
    payoutFrom: groupedAmount(payoutFrom),
    approvals: String(approvals),
  }));
}

function ruleOf({ currencyCode, batchFrom, payoutFrom, approvals }: RuleRow): object {
  return {
    currencyCode: currencyCodeOf(currencyCode),
    ...(plainAmount(batchFrom) === '' ? {} : { batchFrom: plainAmount(batchFrom) }),
    ...(plainAmount(payoutFrom) === '' ? {} : { payoutFrom: plainAmount(payoutFrom) }),
    approvals: numberOf(approvals),
  };
}

/** NaN if none is typed, which no policy accepts. */
function numberOf(text: string): number {
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
