import { attentionText } from '../../contract/text/attention/attention-text.ts';
import type { AttentionItem } from '../../contract/treasury/attention.ts';
import type { Office } from './office.ts';

/** What needs a person, each with its words. */
export async function attentionOf(
  office: Pick<Office, 'get'>,
): Promise<(AttentionItem & { readonly message: string })[]> {
  const items = await office.get('attention.list', {});
  return items.map((item) => ({ ...item, message: attentionText(item) }));
}
