/** A profile with its environment, unless its name already says it. */
export function profileText({
  profileName,
  environment,
}: {
  readonly profileName: string;
  readonly environment: string;
}): string {
  return profileName === environment ? profileName : `${profileName} · ${environment}`;
}
