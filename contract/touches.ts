import type { Environment } from './profile.ts';

/**
 * What a call touches. A face without live profiles refuses calls that touch one, and asks outside its page before a call that
 * belongs to the whole computer.
 */
export type Touched =
  /** No name: the only profile. `environment` is that of a profile that is yet to be added. */
  | {
      readonly kind: 'profile';
      readonly profileName?: string | undefined;
      readonly environment?: Environment;
    }
  | { readonly kind: 'batch'; readonly batchId: string }
  | { readonly kind: 'sheet'; readonly sheetId: string }
  /** No profile: the newest payment of that order ID. */
  | { readonly kind: 'payment'; readonly idPayment: string; readonly profileName?: string | undefined }
  /** An export of journal lines. */
  | { readonly kind: 'bookExport'; readonly exportNumber: number }
  | { readonly kind: 'computer' };

type OfProfile = { readonly profileName?: string | null | undefined };

/** Nothing that belongs to one profile or to the computer. Lists over all profiles contain what the face may access. */
export const touchesNothing = (): Touched[] => [];
export const touchesComputer = (): Touched[] => [{ kind: 'computer' }];
export const touchesProfile = ({ profileName }: OfProfile): Touched[] => [
  { kind: 'profile', profileName: profileName ?? undefined },
];
export const touchesNamedProfile = ({ name }: { readonly name: string }): Touched[] => [
  { kind: 'profile', profileName: name },
];
export const touchesBatch = ({ batchId }: { readonly batchId: string | null }): Touched[] =>
  batchId === null ? [] : [{ kind: 'batch', batchId }];
export const touchesBatches = ({ batchIds }: { readonly batchIds: readonly string[] | null }): Touched[] =>
  (batchIds ?? []).map((batchId) => ({ kind: 'batch', batchId }));
export const touchesSheet = ({ sheetId }: { readonly sheetId: string }): Touched[] => [
  { kind: 'sheet', sheetId },
];
export const touchesPayment = ({
  idPayment,
  profileName,
}: OfProfile & { readonly idPayment: string }): Touched[] => [
  { kind: 'payment', idPayment, profileName: profileName ?? undefined },
];
export const touchesPayout = ({
  idPayout,
  profileName,
  batchId,
}: OfProfile & { readonly idPayout: string; readonly batchId?: string | undefined }): Touched[] => [
  ...touchesPayment({ idPayment: idPayout, profileName }),
  ...touchesBatch({ batchId: batchId ?? null }),
];
export const touchesBookExport = ({ exportNumber }: { readonly exportNumber: number }): Touched[] => [
  { kind: 'bookExport', exportNumber },
];
/** A filter names a profile or a batch, or finds what the face may reach. */
export const touchesFiltered = ({
  profileName,
  batchId,
}: {
  readonly profileName: string | null;
  readonly batchId?: string | null;
}): Touched[] => [
  ...(profileName === null ? [] : touchesProfile({ profileName })),
  ...touchesBatch({ batchId: batchId ?? null }),
];
