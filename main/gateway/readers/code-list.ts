import type { CodeItem } from '../../core/ports/index.ts';
import type { Json } from '../exact-json.ts';
import { codeProperty, isCodeKey, isCurrencyKey, isObject, rowsOf, textOf, textProperty } from './shape.ts';

/** How the items of one code list may be wrapped and named; the interface shows none of it. */
export type CodeListShape = {
  readonly wrappers: readonly string[];
  readonly codeNames: readonly string[];
  readonly isKey: (key: string) => boolean;
};

export const currencyList: CodeListShape = {
  wrappers: ['currencies', 'currencyList', 'currencyCodes'],
  codeNames: ['currencyCode', 'currency'],
  isKey: isCurrencyKey,
};
export const segmentList: CodeListShape = {
  wrappers: ['segments', 'segmentList', 'customerSegments', 'segmentCodes'],
  codeNames: ['segmentCode', 'customerSegmentCode', 'segment', 'customerSegment'],
  isKey: isCodeKey,
};
export const operatorList: CodeListShape = {
  wrappers: ['paymentOperators', 'operators', 'paymentOperatorList', 'paymentOperatorCodes'],
  codeNames: ['paymentOperatorCode', 'operatorCode', 'paymentOperator', 'operator'],
  isKey: isCodeKey,
};
export const methodList: CodeListShape = {
  wrappers: ['paymentMethods', 'methods', 'paymentMethodList', 'paymentMethodCodes'],
  codeNames: ['paymentMethodCode', 'methodCode', 'paymentMethod', 'method'],
  isKey: isCodeKey,
};

const generalNames = ['code', 'id', 'isoCode', 'key', 'value'];
const titleNames = ['name', 'title', 'label', 'displayName', 'description', 'value'];

/** Longer codes are left out as invalid. Characters. */
const longestCode = 100;

/** A code list (interface: Endpoints). Null if no code is recognised; an empty list is a list. */
export function readCodeList(json: Json, shape: CodeListShape): CodeItem[] | null {
  const codeOf = (row: Json): string | null => {
    const code = isObject(row)
      ? codeProperty(row, [...shape.codeNames, ...generalNames], generalNames)
      : textOf(row);
    return code !== null && code.length <= longestCode ? code : null;
  };
  const [keyName = 'code'] = shape.codeNames;
  const rows = rowsOf(json, {
    wrappers: shape.wrappers,
    isRow: (row) => codeOf(row) !== null,
    keyName,
    isKey: shape.isKey,
  });
  if (rows === null) return null;
  const items: CodeItem[] = [];
  for (const row of rows) {
    const code = codeOf(row);
    if (code !== null) items.push({ code, name: nameOf(row, code, shape) });
  }
  return items;
}

function nameOf(row: Json, code: string, shape: CodeListShape): string | null {
  if (!isObject(row)) return null;
  const own = textProperty(row, titleNames);
  if (own !== null && own !== code) return own;
  const inner = shape.codeNames.map((name) => row[name]).find(isObject);
  return inner === undefined ? null : textProperty(inner, titleNames);
}
