import type { TreasuryStore } from '../../core/ports/index.ts';
import { sumOf, type Context } from '../context.ts';
import { attentionMethods } from './attention.ts';
import { balanceMethods } from './balances.ts';
import { fundsMethods } from './funds.ts';
import { noticeMethods } from './notices.ts';
import { optionMethods } from './options.ts';

/** Implements TreasuryStore. */
export function treasuryStore(context: Context): TreasuryStore {
  return sumOf([
    balanceMethods(context),
    optionMethods(context),
    attentionMethods(context),
    noticeMethods(context),
    fundsMethods(context),
  ]);
}
