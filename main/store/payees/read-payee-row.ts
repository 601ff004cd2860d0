import { z } from 'zod';
import { readJson } from '../../../contract/json.ts';
import { CurrencyTotal } from '../../../contract/money/money.ts';
import { Environment } from '../../../contract/profile.ts';
import type { PayeeKey } from '../../core/ports/index.ts';
import { choiceIn, textIn, type Row } from '../read-row.ts';
import { unreadable } from '../store-error.ts';

const Totals = z.array(CurrencyTotal);

export function keyOf(row: Row): PayeeKey {
  return { environment: choiceIn(row, 'environment', Environment.options), payee: textIn(row, 'payee') };
}

export function totalsIn(row: Row): CurrencyTotal[] {
  const totals = readJson(Totals, textIn(row, 'totals'));
  if (totals === null) throw unreadable('totals of a payee that are none');
  return totals;
}
