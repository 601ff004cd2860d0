import type { Page } from 'playwright-core';
import type { z } from 'zod';
import { operations, type OperationName, type OperationOutput } from '../../../contract/operations.ts';
import { callOver } from '../../loopback/asking.ts';
import type { Get } from '../../kit/with-bursar.ts';

/**
 * The program that this page shows, as another window of it calls it: what that does elsewhere, of which the page learns by events alone, takes
 * a hundredth of what the other window would. Each call must succeed.
 */
export function elsewhere(page: Page): Get {
  return async (name, input) => outputOf(name).parse(await callElsewhere(page, name, input));
}

/** The same for any operation, also of the window around a page; gives its value as it came. */
export async function callElsewhere(page: Page, name: string, input: unknown): Promise<unknown> {
  const session = await page.evaluate<string>(`sessionStorage.getItem('bursar-session')`);
  const result = Object(await callOver(Number(new URL(page.url()).port), session, name, input));
  if (result.ok !== true) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
  return result.value;
}

function outputOf<Name extends OperationName>(name: Name): z.ZodType<OperationOutput<Name>>;

function outputOf(name: OperationName): z.ZodType {
  return operations[name].output;
}
