import type { z } from 'zod';
import { counted } from './numbers.ts';
import { oneLine } from './one-line.ts';

/**
 * What is wrong with an input, for a rule that has no words of its own: the error map of `safeParse`. It follows the name of the
 * field and a colon.
 */
export function inputProblem(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return leastText(issue.origin, Number(issue.minimum), issue.inclusive === true);
    case 'too_big':
      return mostText(issue.origin, Number(issue.maximum));
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be of the type ${issue.expected}`;
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a day such as 2026-03-31' : 'is written in another way';
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return unknownText(issue.keys);
    default:
      return undefined;
  }
}

const shownKeys = 5;

function unknownText(keys: readonly string[]): string {
  const more = keys.length - shownKeys;
  const shown = keys
    .slice(0, shownKeys)
    .map((key) => oneLine(key))
    .join(', ');
  return `has the unknown ${keys.length === 1 ? 'field' : 'fields'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

function leastText(origin: string, least: number, isInclusive: boolean): string {
  if (origin === 'string') return least === 1 ? 'is empty' : `must have at least ${characters(least)}`;
  if (origin === 'array') return `must have at least ${counted(least, 'entry', 'entries')}`;
  return isInclusive ? `must be at least ${least}` : `must be more than ${least}`;
}

function mostText(origin: string, most: number): string {
  if (origin === 'string') return `must have at most ${characters(most)}`;
  if (origin === 'array') return `must have at most ${counted(most, 'entry', 'entries')}`;
  return `must be at most ${most}`;
}

function characters(count: number): string {
  return counted(count, 'character');
}
