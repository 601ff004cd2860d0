import type { Json } from '../exact-json.ts';
import { codeProperty, textProperty, unwrap } from './shape.ts';

/** What was found of the merchant (interface: Endpoints, GET /merchant-info; its fields are not shown). */
export type MerchantInfo = {
  readonly merchantCode: string | null;
  readonly merchantName: string | null;
  /** The name that the hosted payment page shows. */
  readonly channelName: string | null;
};

const wrappers = ['merchant', 'merchantInfo', 'info'];
const codeNames = ['merchantCode', 'merchantId', 'code', 'id'];
const nameNames = ['merchantName', 'name', 'title', 'companyName', 'displayName'];
const channelNames = ['merchantChannelName', 'channelName', 'channel', 'merchantChannel'];

/** Null when neither a code nor a name is recognised. */
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
