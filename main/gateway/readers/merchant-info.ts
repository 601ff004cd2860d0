import type { MerchantInfo } from '../../core/ports/index.ts';
import type { Json } from '../exact-json.ts';
import { codeProperty, textProperty, unwrap } from './shape.ts';

const wrappers = ['merchant', 'merchantInfo', 'info'];
const codeNames = ['merchantCode', 'merchantId', 'code', 'id'];
const nameNames = ['merchantName', 'name', 'title', 'companyName', 'displayName'];
const channelNames = ['merchantChannelName', 'channelName', 'channel', 'merchantChannel'];

/** Null if neither a code nor a name is recognised. */
export function readMerchantInfo(json: Json): MerchantInfo | null {
  const found = unwrap(
    json,
    wrappers,
    (object) => textProperty(object, [...codeNames, ...nameNames, ...channelNames]) !== null,
  );
  if (found === null) return null;
  return {
    merchantCode: textProperty(found, codeNames),
    merchantName: textProperty(found, nameNames),
    channelName: codeProperty(found, channelNames, ['name', ...channelNames]),
  };
}
