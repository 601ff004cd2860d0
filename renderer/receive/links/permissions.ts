import { capitalised } from '../../../contract/text/states.ts';

const list = new Intl.ListFormat('en');

/** What the holder of a link can do with its token, in words. The core gives no address with a token that permits more than this. */
export function permissionsText(operations: readonly string[]): string {
  const paths = operations.map((operation) => operation.replaceAll('\\', ''));
  const permits = (part: string): boolean => paths.some((path) => path.includes(part));
  const all = [
    'list payment methods',
    'pay this order',
    'read its status',
    ...(permits('/merchant-info') ? ["read the merchant's name and code"] : []),
    ...(permits('/!setExternalReference') ? ['set its transfer reference'] : []),
  ];
  return `${capitalised(list.format(all))}. Nothing else.`;
}
