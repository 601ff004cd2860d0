import type { PaymentOption } from '../../core/ports/index.ts';
import type { Json, JsonObject } from '../exact-json.ts';
import {
  codeProperty,
  isCodeKey,
  isList,
  isObject,
  property,
  rowsOf,
  textOf,
  textProperty,
} from './shape.ts';

type Operator = PaymentOption['operators'][number];
type Method = { name: string | null; operators: Map<string, Operator> };

const innerNames = ['code', 'paymentMethodCode', 'paymentOperatorCode', 'id'];
const strongMethodNames = ['paymentMethodCode', 'methodCode', 'paymentMethod', 'method'];
const methodNames = [...strongMethodNames, 'code', 'id'];
const titleNames = [
  'name',
  'paymentMethodName',
  'methodName',
  'title',
  'label',
  'displayName',
  'description',
];
const operatorTitles = ['name', 'paymentOperatorName', 'operatorName', 'title', 'label', 'displayName'];
const operatorNames = ['paymentOperatorCode', 'operatorCode', 'paymentOperator', 'operator'];
const listNames = [
  'paymentOperators',
  'operators',
  'paymentOperatorCodes',
  'operatorCodes',
  'paymentOperatorList',
  'availablePaymentOperators',
  'banks',
];

/**
 * The available payment options (interface: Endpoints, !availablePaymentOptions; the fields are not shown):
 * methods with their operators, nested, in flat rows or in two lists. Null when no method is recognised.
 */
export function readOptions(json: Json): PaymentOption[] | null {
  const rows = rowsOf(json, {
    wrappers: [
      'paymentMethods',
      'availablePaymentOptions',
      'availablePayoutOptions',
      'availablePayinOptions',
      'paymentOptions',
      'options',
      'methods',
      'availablePaymentMethods',
      'paymentMethodCodes',
    ],
    isRow: (row) => methodCodeOf(row) !== null,
    keyName: 'paymentMethodCode',
    isKey: isCodeKey,
  });
  if (rows === null) return null;
  const methods = new Map<string, Method>();
  for (const row of rows) addRow(methods, row);
  if (methods.size === 0) return null;
  addSeparateOperators(methods, json);
  return Array.from(methods, ([paymentMethodCode, { name, operators }]) => ({
    paymentMethodCode,
    name,
    operators: [...operators.values()],
  }));
}

function methodCodeOf(row: Json): string | null {
  return isObject(row) ? codeProperty(row, methodNames, innerNames) : textOf(row);
}

function addRow(methods: Map<string, Method>, row: Json): void {
  const code = methodCodeOf(row);
  if (code === null) return;
  const method = methods.get(code) ?? { name: null, operators: new Map<string, Operator>() };
  methods.set(code, method);
  if (!isObject(row)) return;
  const nested = strongMethodNames.map((name) => property(row, name)).filter(isObject);
  const isOperatorRow = codeProperty(row, operatorNames, innerNames) !== null;
  for (const source of isOperatorRow ? nested : [row, ...nested])
    method.name ??= textProperty(source, titleNames);
  if (isOperatorRow) method.name ??= textProperty(row, ['paymentMethodName', 'methodName']);
  for (const operator of [row, ...nested].flatMap(operatorsOf))
    method.operators.set(operator.paymentOperatorCode, operator);
}

/** The operators that a row names: one beside the method, and lists or maps below it. */
function operatorsOf(row: JsonObject): Operator[] {
  const found: Operator[] = [];
  for (const name of operatorNames) {
    const value = property(row, name);
    const source = isObject(value) ? value : row;
    const operator =
      value === undefined || isList(value) ? null : operatorOf(value, textProperty(source, operatorTitles));
    if (operator !== null && found.length === 0) found.push(operator);
  }
  // `value` is where the rows of a map keyed by method have a value that was not an object.
  for (const name of [...listNames, 'value']) found.push(...operatorList(property(row, name)));
  return found;
}

function operatorList(json: Json | undefined): Operator[] {
  if (isList(json)) return json.map((item) => operatorOf(item, null)).filter((item) => item !== null);
  if (!isObject(json)) return [];
  const wrapped = Object.values(json).filter(isList);
  if (wrapped.length === 1) return operatorList(wrapped[0]);
  return Object.entries(json).map(([paymentOperatorCode, value]) => ({
    paymentOperatorCode,
    name: textOf(value) ?? (isObject(value) ? textProperty(value, operatorTitles) : null),
  }));
}

function operatorOf(json: Json, rowName: string | null): Operator | null {
  const code = isObject(json)
    ? codeProperty(json, [...operatorNames, 'code', 'id'], innerNames)
    : textOf(json);
  if (code === null) return null;
  return {
    paymentOperatorCode: code,
    name: (isObject(json) ? textProperty(json, operatorTitles) : null) ?? rowName,
  };
}

/** A list of operators beside the list of methods: each belongs to the methods it names, or else to all of them. */
function addSeparateOperators(methods: Map<string, Method>, json: Json): void {
  const holder = holderOfBoth(json);
  if (holder === null) return;
  for (const name of listNames) {
    const list = property(holder, name);
    for (const item of isList(list) ? list : []) {
      const operator = operatorOf(item, null);
      if (operator === null) continue;
      const named = isObject(item) ? methodsNamedBy(item) : [];
      for (const [code, method] of methods)
        if (named.length === 0 || named.includes(code))
          method.operators.set(operator.paymentOperatorCode, operator);
    }
  }
}

function holderOfBoth(json: Json): JsonObject | null {
  let current: Json = json;
  for (let depth = 0; depth < 4 && isObject(current); depth += 1) {
    const holder: JsonObject = current;
    if (listNames.some((name) => isList(property(holder, name))))
      return methodCodeOf(holder) === null ? holder : null;
    current = Object.values(holder).find(isObject) ?? null;
  }
  return null;
}

function methodsNamedBy(item: JsonObject): string[] {
  const single = codeProperty(item, strongMethodNames, innerNames);
  const lists = ['paymentMethodCodes', 'paymentMethods', 'methods']
    .map((name) => property(item, name))
    .filter(isList);
  const listed = lists
    .flat()
    .map(methodCodeOf)
    .filter((code) => code !== null);
  return single === null ? listed : [single, ...listed];
}
