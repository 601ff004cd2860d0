import { expect, it } from 'vitest';
import type { OperationOutput } from '../../../contract/operations.ts';
import type { Session } from '../../../main/faces/cli/command.ts';
import { balances } from '../../../main/faces/cli/commands/treasury/balances.ts';

it('`balances` names a currency whose amount cannot be read, and says that there are none only if there are none', async () => {
  const printed = async (found: OperationOutput<'balances.read'>['balances']): Promise<string> => {
    let text = '';
    const call: unknown = () => Promise.resolve({ asOf: null, balances: found });
    const session = { call } as Session;
    await balances.run({
      options: {},
      withBursar: (use: (given: Session) => Promise<unknown>) => use(session),
      output: { json: () => undefined, print: (line: string) => (text += line) },
    } as never);
    return text;
  };
  expect(await printed([])).toBe('No balances.');
  const unread = await printed([
    { currencyCode: 'EUR', amounts: [{ name: 'available', amount: '5.00' }] },
    { currencyCode: 'USD', amounts: [] },
  ]);
  expect(unread).toMatch(/EUR +available +5\.00\nUSD +no readable amount/);
});
