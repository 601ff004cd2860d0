import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { ApprovalPolicy, mostApprovals } from '../../contract/approvals/approval-policy.ts';
import { currencyCodeOf } from '../../contract/money/money.ts';
import type { ShownPolicy } from '../../contract/approvals/approval-operations.ts';
import { noneSpareText, policyLines } from '../../contract/text/approvals.ts';
import { groupedAmount, plainAmount } from '../../contract/text/numbers.ts';
import { capitalised } from '../../contract/text/states.ts';
import { CurrencyField } from '../kit/fields/CurrencyField.tsx';
import { FormRows } from '../kit/fields/FormRows.tsx';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { Section } from '../kit/layout/Section.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useApprovalPolicy, useSetApprovalPolicy } from '../queries/approvals.ts';
import { ChooseSignedFile } from './ChooseSignedFile.tsx';
import { LimitField } from '../settings/LimitField.tsx';
import { codeProblem, currencyName, thresholdProblem } from '../settings/limit-rows.ts';
import { useImportFile } from './useImportFile.ts';
import { useRequestedChange } from './useRequestedChange.ts';
import { Form } from '../kit/fields/Form.tsx';

type RuleRow = {
  readonly key: string;
  readonly currencyCode: string;
  readonly batchFrom: string;
  readonly payoutFrom: string;
  readonly approvals: string;
};

type Rest = Omit<ApprovalPolicy, 'rules' | 'otherwise'> & { readonly otherwise: string };

/** How many approvals a release of this profile needs. */
export function ApprovalPolicyForm({ profileName }: { readonly profileName: string }) {
  const stored = useApprovalPolicy(profileName);
  return (
    <>
      <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />
      {stored.data === undefined ? null : (
        <PolicyForm profileName={profileName} shown={stored.data} stored={policyIn(stored.data)} />
      )}
    </>
  );
}

function policyIn({ rules, otherwise, releaserCounts, enrolledPreparers }: ShownPolicy): ApprovalPolicy {
  return { rules, otherwise, releaserCounts, enrolledPreparers };
}

type FormProps = {
  readonly profileName: string;
  readonly shown: Pick<ShownPolicy, 'alsoInForce' | 'isNoneSpare'>;
  readonly stored: ApprovalPolicy;
};

function PolicyForm({ profileName, shown: { alsoInForce, isNoneSpare }, stored }: FormProps) {
  const toast = useToast();
  const form = useFields(stored, (policy) => ({ rows: rowsOf(policy), rest: restOf(policy) }));
  const { rows, rest } = form.fields;
  const setRows = (next: RuleRow[]) => form.setFields({ rows: next, rest });
  const setRest = (next: Rest) => form.setFields({ rows, rest: next });
  const requested = useRequestedChange();
  const save = useSetApprovalPolicy(({ request }) => {
    if (!requested(request)) toast.show('Approval policy saved.');
  });
  const importFile = useImportFile(null);
  const wanted = ApprovalPolicy.safeParse({
    ...rest,
    otherwise: numberOf(rest.otherwise),
    rules: rows.map(ruleOf),
  });
  const linesOf = (policy: ApprovalPolicy): string =>
    policyLines({ ...policy, alsoInForce })
      .map(capitalised)
      .join(' ');
  const isChanged = !wanted.success || JSON.stringify(wanted.data) !== JSON.stringify(stored);
  return (
    <Section
      title={`Approval policy of ${profileName}`}
      about={linesOf(stored)}
      actions={
        <ChooseSignedFile
          label="Import approval"
          fileLabel="Approval of a change"
          onChosen={(file) => importFile.mutate({ file })}
        />
      }
    >
      {isNoneSpare ? (
        <Alert severity="warning" sx={{ marginBottom: 2 }}>
          {noneSpareText}
        </Alert>
      ) : null}
      <Form
        onSubmit={() => {
          if (!wanted.success) return;
          const saved = form.saving();
          save.mutate(
            { profileName, policy: wanted.data },
            {
              onSuccess: ({ request, policy }) => {
                if (request === null) saved(policyIn(policy));
              },
            },
          );
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}
      >
        <FormRows
          rows={rows}
          onRows={setRows}
          empty={emptyRow}
          addLabel="Add rule"
          removeLabel={({ currencyCode }) => `Remove the rule for ${currencyName(currencyCode)}`}
          fields={(row, { hasFocus, change }) => (
            <>
              <CurrencyField
                profileName={profileName}
                value={row.currencyCode}
                problem={codeProblem(row)}
                hasFocus={hasFocus}
                onChange={(currencyCode) => change({ currencyCode })}
              />
              <LimitField
                label="Batch from"
                width={150}
                value={row.batchFrom}
                problem={thresholdProblem(row.batchFrom)}
                onChange={(batchFrom) => change({ batchFrom })}
              />
              <LimitField
                label="Payout from"
                width={150}
                value={row.payoutFrom}
                problem={thresholdProblem(row.payoutFrom)}
                onChange={(payoutFrom) => change({ payoutFrom })}
              />
              <LimitField
                label="Approvals"
                width={100}
                value={row.approvals}
                problem={approvalsProblem(row.approvals)}
                onChange={(approvals) => change({ approvals })}
              />
            </>
          )}
        />
        <LimitField
          label="Approvals for everything else"
          width={240}
          value={rest.otherwise}
          problem={approvalsProblem(rest.otherwise)}
          onChange={(otherwise) => setRest({ ...rest, otherwise })}
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
        {isChanged ? (
          <>
            {/* Nothing that is typed is in force, also while a looser policy waits for its approvals. */}
            <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
              {wanted.success
                ? `Not in force yet: ${linesOf(wanted.data)}`
                : 'Fill in currency, amount and number of approvals.'}
            </Typography>
            <Button type="submit" variant="contained" disabled={!wanted.success || save.isPending}>
              Save policy
            </Button>
          </>
        ) : null}
      </Form>
    </Section>
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

function restOf({ otherwise, releaserCounts, enrolledPreparers }: ApprovalPolicy): Rest {
  return { otherwise: String(otherwise), releaserCounts, enrolledPreparers };
}

function ruleOf({ currencyCode, batchFrom, payoutFrom, approvals }: RuleRow): object {
  return {
    currencyCode: currencyCodeOf(currencyCode),
    ...(plainAmount(batchFrom) === '' ? {} : { batchFrom: plainAmount(batchFrom) }),
    ...(plainAmount(payoutFrom) === '' ? {} : { payoutFrom: plainAmount(payoutFrom) }),
    approvals: numberOf(approvals),
  };
}

/** The problem of a typed number of approvals; null: none. */
function approvalsProblem(typed: string): string | null {
  const approvals = numberOf(typed);
  return approvals >= 0 && approvals <= mostApprovals ? null : `0 to ${mostApprovals}`;
}

/** NaN if none is typed, which no policy accepts. */
function numberOf(text: string): number {
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
