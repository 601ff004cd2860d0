import type { BatchComparison } from '../../../contract/batches/comparison.ts';
import { moreChangesText } from '../../../contract/text/approvals.ts';
import { Amount } from '../../kit/Amount.tsx';
import { SmallTable } from './SmallTable.tsx';

/** The differences from the last comparable batch, changed accounts first. */
export function Changes({ comparison }: { readonly comparison: BatchComparison }) {
  const { newPayees, missingPayees, changedAccounts, changedAmounts } = comparison;
  const more = moreChangesText(comparison);
  const changes = [
    ...changedAccounts.map(({ name: payee, before, now }) => ({
      what: 'Changed account',
      payee,
      before,
      now,
    })),
    ...newPayees.map((payee) => ({ what: 'New payee', payee, before: null, now: null })),
    ...changedAmounts.map(({ name: payee, currencyCode, before, now }) => ({
      what: 'Changed amount',
      payee,
      before: <Amount amount={before} currencyCode={currencyCode} />,
      now: <Amount amount={now} currencyCode={currencyCode} />,
    })),
    ...missingPayees.map((payee) => ({ what: 'Missing', payee, before: null, now: null })),
  ];
  return (
    <SmallTable label="Changes since that batch" head={['Change', 'Payee', 'Before', 'Now']}>
      {changes.map(({ what, payee, before, now }, index) => (
        // Two payees may have the same name and amount; the list is replaced as a whole.
        <tr key={index}>
          <td>{what}</td>
          <td className="long">{payee}</td>
          <td>{before}</td>
          <td>{now}</td>
        </tr>
      ))}
      {more === null ? null : (
        <tr>
          <td colSpan={4}>{more}</td>
        </tr>
      )}
    </SmallTable>
  );
}
