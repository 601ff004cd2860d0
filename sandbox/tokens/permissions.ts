import { longestOperation } from '../limits.ts';

/** Quantifiers that one expression may have; with paths of at most 600 characters more could take seconds to match. */
const mostQuantifiers = 3;
const methodThenPath = /^\S+ \S+$/;
const metaCharacter = /[\\^$.*+?()[\]{}|]/;
const quantifier = /^(?:[*+?]|\{\d*,?\d*\})\??/;

/** The permissions of a token: decides for "METHOD /path" (interface: Authentication 6). */
export type Permission = (methodAndPath: string) => boolean;

/**
 * Parses the operations of a token. Each permits what it equals literally, and what it matches completely as a
 * regular expression. Returns the complaint about the first refused one, with its index.
 */
export function readOperations(
  operations: readonly string[],
):
  | { readonly ok: true; readonly permits: Permission }
  | { readonly ok: false; readonly index: number; readonly message: string } {
  const literals = new Set(operations);
  const expressions: RegExp[] = [];
  for (const [index, operation] of operations.entries()) {
    const message = complaint(operation);
    if (message !== null) return { ok: false, index, message };
    if (!metaCharacter.test(operation)) continue;
    const expression = compile(operation);
    if (expression === null) return { ok: false, index, message: 'is not a valid regular expression' };
    expressions.push(expression);
  }
  const permits = (text: string): boolean => literals.has(text) || expressions.some((one) => one.test(text));
  return { ok: true, permits };
}

function complaint(operation: string): string | null {
  if (operation.length > longestOperation) return `has more than ${longestOperation} characters`;
  if (!methodThenPath.test(operation)) return 'is not an HTTP method, one space and a path';
  return metaCharacter.test(operation) ? expressionComplaint(operation) : null;
}

function compile(operation: string, flags: 'u' | '' = 'u'): RegExp | null {
  try {
    // Valid by itself first: an extra bracket would close the surrounding group, and repeat something unchecked.
    return new RegExp(`^(?:${new RegExp(operation, flags).source})$`, flags);
  } catch {
    // Without the u flag more spellings are allowed, such as `\-`.
    return flags === '' ? null : compile(operation, '');
  }
}

/**
 * Refuses, by syntax alone, expressions that could take exponential time: a repeated group that itself repeats or chooses,
 * back references, lookaround, and many quantifiers in a row.
 */
function expressionComplaint(operation: string): string | null {
  // A class ends at its first bracket: [] is an empty one, and [^] any character.
  const withoutClasses = operation.replaceAll(/\\./g, escapeKind).replaceAll(/\[[^\]]*\]/g, 'c');
  if (withoutClasses.includes('\u0000')) return 'refers back to a group';
  if (/\(\?(?!:)/.test(withoutClasses)) return 'looks around or names a group';
  let quantifiers = 0;
  const groupsAreRisky: boolean[] = [];
  let isClosedGroupRisky = false;
  for (let place = 0; place < withoutClasses.length; place += 1) {
    const character = withoutClasses[place];
    const repeat = character === '{' || character === '*' || character === '+' || character === '?';
    const match =
      repeat && withoutClasses[place - 1] !== '(' ? quantifier.exec(withoutClasses.slice(place)) : null;
    if (match !== null) {
      if (isClosedGroupRisky) return 'repeats a group that repeats or chooses within';
      quantifiers += 1;
      if (groupsAreRisky.length > 0) groupsAreRisky[groupsAreRisky.length - 1] = true;
      place += match[0].length - 1;
    }
    isClosedGroupRisky = false;
    if (character === '(') groupsAreRisky.push(false);
    if (character === '|' && groupsAreRisky.length > 0) groupsAreRisky[groupsAreRisky.length - 1] = true;
    if (character === ')') {
      isClosedGroupRisky = groupsAreRisky.pop() ?? false;
      // A risk inside remains a risk in the surrounding group.
      if (isClosedGroupRisky && groupsAreRisky.length > 0) groupsAreRisky[groupsAreRisky.length - 1] = true;
    }
  }
  return quantifiers > mostQuantifiers ? `has more than ${mostQuantifiers} quantifiers` : null;
}

function escapeKind(escaped: string): string {
  return /^\\[1-9k]$/.test(escaped) ? '\u0000' : 'c';
}
