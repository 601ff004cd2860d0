import type { z } from 'zod';
import { oneLine } from '../../../contract/text/one-line.ts';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text in quotation marks',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
};

/** The problems in JSON that a person wrote, by place; for schemas parsed with `reportInput`. */
export function issuesText({ issues }: z.ZodError): string {
  // Further rules of a text that is empty or too long add nothing.
  const isFirst = ({ path }: Issue, index: number): boolean =>
    issues.findIndex((issue) => placeOf(issue.path) === placeOf(path)) === index;
  return issues
    .filter(isFirst)
    .map((issue) => [placeOf(issue.path), textOf(issue)].filter((part) => part !== '').join(': '))
    .join('; ');
}

/** As JavaScript names it: `rules[0].batchFrom`. */
function placeOf(path: Issue['path']): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

function textOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'it is missing';
      return `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `unknown ${issue.keys.map((key) => `“${oneLine(key)}”`).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.input === '') return 'it is empty';
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return issue.message;
  }
}

/** The unit of the count; empty if it is the number itself. */
function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
