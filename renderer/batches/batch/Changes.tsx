import type { BatchComparison } from '../../../contract/batches/comparison.ts';
import { moreChangesText } from '../../../contract/text/approvals.ts';
import { Amount } from '../../kit/Amount.tsx';
import { SmallTable } from './SmallTable.tsx';

/** The differences from the last comparable batch, changed accounts first. */
export function Changes({ comparison }: { readonly comparison: BatchComparison }) {
  const { newPayees, missingPayees, changedAccounts, changedAmounts } = comparison;
  const more = moreChangesText(comparison);
  return (
    <SmallTable label="Changes since that batch" head={['Change', 'Payee', 'Before', 'Now']}>
      {changedAccounts.map(({ name, before, now }) => (
        <tr key={`account ${name} ${now}`}>
          <td>Changed account</td>
          <td className="long">{name}</td>
          <td>{before}</td>
          <td>{now}</td>
        </tr>
      ))}
      {newPayees.map((payee) => (
        <tr key={`new ${payee}`}>
          <td>New payee</td>
          <td className="long">{payee}</td>
          <td />
          <td />
        </tr>
      ))}
      {changedAmounts.map(({ name, currencyCode, before, now }, index) => (
        // Two payees may have the same name and amount; the list is replaced as a whole.
        <tr key={`amount ${index} ${name}`}>
          <td>Changed amount</td>
          <td className="long">{name}</td>
          <td>
            <Amount amount={before} currencyCode={currencyCode} />
          </td>
          <td>
            <Amount amount={now} currencyCode={currencyCode} />
          </td>
        </tr>
      ))}
      {missingPayees.map((payee) => (
        <tr key={`missing ${payee}`}>
          <td>Missing</td>
          <td className="long">{payee}</td>
          <td />
          <td />
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
