import { z } from 'zod';
import { operation } from './operation.ts';
import { ProfileName } from './profile.ts';
import { touchesProfile } from './touches.ts';

const profileName = ProfileName.optional();

/** The code lists of the interface (heading Endpoints): GET /currencies, /segments, /payment-operators, /payment-methods. */
export const CodeListName = z.enum(['currencies', 'segments', 'operators', 'methods']);
export type CodeListName = z.infer<typeof CodeListName>;

/** One code. `isNew`: it did not exist before the last refresh. `isGone`: the last refresh no longer listed it. */
export const KnownCode = z.object({
  code: z.string(),
  name: z.string().nullable(),
  firstSeenAt: z.string(),
  isNew: z.boolean(),
  isGone: z.boolean(),
});
export type KnownCode = z.infer<typeof KnownCode>;

/** A stored code list, and when the gateway was last asked for it; `asOf` null: never. */
export const CodeList = z.object({
  list: CodeListName,
  asOf: z.string().nullable(),
  codes: z.array(KnownCode),
});
export type CodeList = z.infer<typeof CodeList>;

/** Interface: Endpoints, GET /merchant-info. `raw` is the unchanged answer. */
export const MerchantAsOf = z.object({
  asOf: z.string().nullable(),
  merchantCode: z.string().nullable(),
  merchantName: z.string().nullable(),
  channelName: z.string().nullable(),
  raw: z.string().nullable(),
});
export type MerchantAsOf = z.infer<typeof MerchantAsOf>;

export const referenceOperations = {
  /** The stored list, offline. */
  'codes.stored': operation(z.strictObject({ profileName, list: CodeListName }), CodeList, touchesProfile),
  /** Loads these lists from the gateway (none named: all four) and stores them. Loaded lists are stored even if another failed; the error names that one. */
  'codes.refresh': operation(
    z.strictObject({ profileName, lists: z.array(CodeListName).max(4).default([]) }),
    z.array(CodeList),
    touchesProfile,
  ),
  'merchant.stored': operation(z.strictObject({ profileName }), MerchantAsOf, touchesProfile),
  'merchant.refresh': operation(z.strictObject({ profileName }), MerchantAsOf, touchesProfile),
} as const;

/** The codes that match a person's input, ignoring case: those that begin with it first, then those that contain it in code or name. */
export function codesFor<Code extends Pick<KnownCode, 'code' | 'name'>>(
  codes: readonly Code[],
  typed: string,
): Code[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...codes];
  const begins = ({ code }: Pick<KnownCode, 'code'>) => code.toLowerCase().startsWith(wanted);
  const holds = ({ code, name }: Pick<KnownCode, 'code' | 'name'>) =>
    code.toLowerCase().includes(wanted) || (name ?? '').toLowerCase().includes(wanted);
  return [...codes.filter(begins), ...codes.filter((code) => !begins(code) && holds(code))];
}
