import type { Result } from '../../../contract/result.ts';
import type { Answer, Balance, CallOptions, MerchantInfo } from '../../core/ports/index.ts';
import type { Caller } from '../caller.ts';
import { readBalances } from '../readers/balances.ts';
import { readMerchantInfo } from '../readers/merchant-info.ts';
import { exactScope } from './scopes.ts';

/** Interface: Endpoints, GET /balances, and Operation rules 3: comma-separated codes, all when none are named. */
export function readMerchantBalances(
  caller: Caller,
  currencyCodes: readonly string[],
  options: CallOptions,
): Promise<Result<Answer<Balance[]>>> {
  const query =
    currencyCodes.length === 0 ? '' : `?currencyCodes=${currencyCodes.map(encodeURIComponent).join(',')}`;
  const about =
    currencyCodes.length === 0
      ? 'the question about balances'
      : `the question about balances in ${currencyCodes.join(', ')}`;
  return caller.call(
    {
      method: 'GET',
      path: `/balances${query}`,
      body: null,
      scope: exactScope('GET', '/balances'),
      subject: { words: about, details: {} },
      effect: 'read',
      read: readBalances,
    },
    options,
  );
}

/** Interface: Endpoints, GET /merchant-info: the merchant that the token identifies. */
export function readMerchant(caller: Caller, options: CallOptions): Promise<Result<Answer<MerchantInfo>>> {
  return caller.call(
    {
      method: 'GET',
      path: '/merchant-info',
      body: null,
      scope: exactScope('GET', '/merchant-info'),
      subject: { words: 'the question for the merchant information', details: {} },
      effect: 'read',
      read: readMerchantInfo,
    },
    options,
  );
}
