import type { ColumnMapping, PayoutColumn, ReadColumns } from '../../../contract/batches/sheet.ts';
import { neededColumns } from '../sheet/columns.ts';

/** Assigns a column of the file to this field (null: none). Only one column fills a field, so another loses it. */
export function assignColumn(
  mapping: ColumnMapping,
  place: number,
  field: PayoutColumn | null,
): ColumnMapping {
  return mapping.map((sofar, index) => {
    if (index === place) return field;
    return field !== null && sofar === field ? null : sofar;
  });
}

/** Another table begins another dialog. */
export function mappingKey({ header, table }: Pick<ReadColumns, 'header' | 'table'>): string {
  return JSON.stringify([header, table.worksheet, table.headerRow]);
}

/** The required fields that no column fills yet. */
export function missingFields(mapping: ColumnMapping): PayoutColumn[] {
  return neededColumns.filter((field) => !mapping.includes(field));
}
