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
