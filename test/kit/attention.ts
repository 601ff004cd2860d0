import { attentionText } from '../../contract/text/attention/attention-text.ts';
import type { AttentionItem } from '../../contract/treasury/attention.ts';
import type { Office } from './office.ts';

/** The attention items, each with its text. */
export async function attentionOf(
  office: Pick<Office, 'get'>,
): Promise<(AttentionItem & { readonly message: string })[]> {
  const items = await office.get('attention.list', {});
  return items.map((item) => ({ ...item, message: attentionText(item) }));
}
