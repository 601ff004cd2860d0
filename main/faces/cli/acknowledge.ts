import type { AttentionItem } from '../../../contract/treasury/attention.ts';

/** How to acknowledge that isTest contradicts a profile; null for any other attention item. */
export function acknowledgeText({
  kind,
  profileName,
}: Pick<AttentionItem, 'kind' | 'profileName'>): string | null {
  return kind === 'environmentContradicted'
    ? `Acknowledge with \`bursar attention dismiss --test-flag --profile ${profileName}\`.`
    : null;
}
