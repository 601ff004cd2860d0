import { Empty } from './Empty.tsx';

/** Shown instead of a form whose payment a prepare-only profile could not send. */
export function NoKeyHere({ profileName }: { readonly profileName: string }) {
  return (
    <Empty
      title="No key on this computer"
      text={`${profileName} is prepare-only: without a key here, the gateway cannot be asked. Create and follow payments on the computer that has the key.`}
    />
  );
}
