import type { ErrorDetails, Problem } from '../../../contract/errors.ts';
import { parseExactJson, type Json, type JsonObject } from '../exact-json.ts';
import { isList, isObject, property, textOf } from './shape.ts';

const messageNames = [
  'message',
  'msg',
  'errorMessage',
  'error_description',
  'description',
  'detail',
  'reason',
  'title',
  'text',
  'localizedMessage',
  'defaultMessage',
  'error',
];
/** Names of a code that also holds for the complaints listed below it. */
const namesOfCommonCode = ['errorCode', 'code', 'error_code'];
const codeNames = [...namesOfCommonCode, 'error', 'type', 'key', 'status'];
const fieldNames = [
  'field',
  'path',
  'property',
  'propertyPath',
  'fieldName',
  'parameter',
  'pointer',
  'instancePath',
  'attribute',
  'name',
  'loc',
];
const valueNames = ['value', 'rejectedValue', 'invalidValue'];
const expectedNames = ['expected', 'allowed', 'constraint', 'allowedValues'];
const containers = [
  'errors',
  'violations',
  'problems',
  'fieldErrors',
  'details',
  'errorList',
  'messages',
  'validationErrors',
  'invalidParams',
  'fields',
  'causes',
  'items',
  'data',
  'error',
  'errorDetails',
];
const deepest = 5;
const largestProblems = 100;
const largestCounted = 10_000;
const largestText = 500;

/** Parses the complaints of an error answer from its text. */
export type ReadProblems = (text: string) => Complaints;

/** What the complaints below an object take from it, unless they have their own. */
type Common = { readonly field: string | null; readonly code: string | null };

type Complaints = Pick<ErrorDetails, 'problemsLeftOut'> & { readonly problems?: Problem[] };

/**
 * The complaints of an error answer one by one (interface: Errors; the fields of BasicError and of the 406
 * objects are not shown). Read from any sensible shape; an answer with nothing recognisable gives none.
 */
export function readProblems(text: string): Complaints {
  const json = parseExactJson(text);
  if (json === undefined) return {};
  const found: Problem[] = [];
  collect(json, { field: null, code: null }, found, 0);
  const leftOut = found.length - largestProblems;
  return {
    ...(found.length === 0 ? {} : { problems: found.slice(0, largestProblems) }),
    ...(leftOut > 0 ? { problemsLeftOut: leftOut } : {}),
  };
}

function collect(json: Json, common: Common, found: Problem[], depth: number): void {
  if (depth > deepest || found.length >= largestCounted) return;
  if (typeof json === 'string') return addText(json, common, found);
  if (isList(json)) return json.forEach((item) => collect(item, common, found, depth + 1));
  if (!isObject(json)) return;
  const before = found.length;
  const own = {
    field: fieldOf(json) ?? common.field,
    code: first(json, namesOfCommonCode) ?? common.code,
  };
  for (const name of containers) {
    const inner = property(json, name);
    if (isList(inner)) collect(inner, own, found, depth + 1);
    else if (isObject(inner)) collectInner(inner, own, found, depth + 1);
  }
  // The parent of a list of complaints only summarises them, unless it is all there is.
  if (found.length > before) return;
  const problem = problemOf(json, own);
  if (problem !== null) found.push(problem);
  else if (depth === 0) collectMap(json, common, found, depth);
}

/** An object below a container: one complaint, or a map from field to complaints. */
function collectInner(inner: JsonObject, common: Common, found: Problem[], depth: number): void {
  const before = found.length;
  if (isComplaint(inner)) collect(inner, common, found, depth);
  if (found.length === before) collectMap(inner, common, found, depth);
}

function isComplaint(object: JsonObject): boolean {
  return (
    first(object, messageNames) !== null ||
    first(object, codeNames) !== null ||
    containers.some((name) => isList(property(object, name)) || isObject(property(object, name)))
  );
}

function collectMap(map: JsonObject, { code }: Common, found: Problem[], depth: number): void {
  for (const [field, value] of Object.entries(map)) {
    const isComplaining = isList(value) || isObject(value) || (depth > 0 && typeof value === 'string');
    if (isComplaining) collect(value, { field, code }, found, depth + 1);
  }
}

function problemOf(object: JsonObject, common: Common): Problem | null {
  const code = first(object, codeNames);
  const details = first(object, ['details']);
  const main = first(object, messageNames) ?? details ?? code;
  if (main === null) return null;
  const isMore = details !== null && !main.includes(details);
  const message = isMore ? `${main}: ${details}`.slice(0, largestText) : main;
  const value = first(object, valueNames);
  const expected = first(object, expectedNames);
  return {
    ...placeOf(common.field),
    ...(value === null ? {} : { value }),
    ...codeOf(code ?? common.code),
    message,
    ...(expected === null ? {} : { expected }),
  };
}

function addText(text: string, { field, code }: Common, found: Problem[]): void {
  const message = textOf(text)?.slice(0, largestText) ?? null;
  if (message !== null) found.push({ ...placeOf(field), ...codeOf(code), message });
}

function placeOf(field: string | null): Pick<Problem, 'field'> {
  return field === null ? {} : { field: field.slice(0, largestText) };
}

function codeOf(code: string | null): Pick<Problem, 'code'> {
  return code === null ? {} : { code };
}

function first(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = property(object, name);
    const text = isList(value) ? joined(value, ', ') : textOf(value);
    if (text !== null) return text.slice(0, largestText);
  }
  return null;
}

function fieldOf(object: JsonObject): string | null {
  for (const name of fieldNames) {
    const value = property(object, name);
    const text = isList(value) ? joined(value, '.') : textOf(value);
    if (text !== null) return text;
  }
  return null;
}

function joined(list: readonly Json[], separator: string): string | null {
  const texts = list.map(textOf).filter((text) => text !== null);
  return texts.length === 0 || texts.length < list.length ? null : texts.join(separator);
}
