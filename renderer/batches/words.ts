import { CountText } from '../kit/format-amount.ts';

/** A count with its word, as in `1 payout`, `1,204 payouts`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${CountText(count)} ${count === 1 ? one : many}`;
}

/** A profile with its environment, where its name does not say that already. */
export function profileText({
  profileName,
  environment,
}: {
  readonly profileName: string;
  readonly environment: string;
}): string {
  return profileName === environment ? profileName : `${profileName} · ${environment}`;
}
