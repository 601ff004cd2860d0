import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import type { PayoutColumn, SheetView } from '../../../../contract/batches/sheet.ts';
import { rowNumberWidth, sheetColumns } from '../columns.ts';

type Sort = SheetView['sort'];

/** The head of the sheet: each title sorts by its column, upwards, downwards, and not at all. */
export function SheetGridHead({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <div role="row" className="head" aria-rowindex={1}>
      <div role="columnheader" aria-colindex={1} className="number" style={{ width: rowNumberWidth }}>
        Row
      </div>
      {sheetColumns.map(({ key, title, width, isNumeric }, index) => {
        const isSorted = sort?.column === key;
        const direction = sort?.isDescending === true ? 'descending' : 'ascending';
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={isSorted ? direction : 'none'}
            style={{ width, flex: 'none' }}
          >
            <button
              type="button"
              className={`headCell${isNumeric ? ' isNumeric' : ''}`}
              onClick={() => onSort(nextSort(sort, key))}
            >
              {title}
              {isSorted &&
                (direction === 'ascending' ? (
                  <ArrowUpward sx={{ fontSize: 14 }} />
                ) : (
                  <ArrowDownward sx={{ fontSize: 14 }} />
                ))}
            </button>
          </div>
        );
      })}
    </div>
  );
}

function nextSort(sort: Sort, column: PayoutColumn): Sort {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}
