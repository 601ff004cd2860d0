import type { CodeListName, KnownCode } from '../../contract/reference.ts';
import type { Sort } from '../kit/table/table.ts';

/** The label of each list. */
export const titleOfList: Record<CodeListName, string> = {
  currencies: 'Currencies',
  segments: 'Customer segments',
  operators: 'Payment operators',
  methods: 'Payment methods',
};

/** What changed about a code at the last refresh; empty if nothing did. */
export function markOf({ isNew, isGone }: Pick<KnownCode, 'isNew' | 'isGone'>): 'New' | 'Gone' | null {
  if (isGone) return 'Gone';
  return isNew ? 'New' : null;
}

/** The codes ordered by a column, equal ones by code. New ones come before gone ones, and both before the rest. */
export function ordered(codes: readonly KnownCode[], { key, isDescending }: Sort): KnownCode[] {
  const compare = (left: KnownCode, right: KnownCode): number => {
    switch (key) {
      case 'name':
        return (left.name ?? '').localeCompare(right.name ?? '');
      case 'since':
        return left.firstSeenAt.localeCompare(right.firstSeenAt);
      case 'mark':
        return rankOf(left) - rankOf(right);
      default:
        return 0;
    }
  };
  const sign = isDescending ? -1 : 1;
  return codes.toSorted(
    (left, right) =>
      sign * compare(left, right) || (key === 'code' ? sign : 1) * left.code.localeCompare(right.code),
  );
}

function rankOf(code: KnownCode): number {
  const mark = markOf(code);
  return mark === 'New' ? 0 : mark === 'Gone' ? 1 : 2;
}
