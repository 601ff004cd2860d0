import { useSaveSigned } from './useSaveSigned.ts';

/** Saves the request for a change that needs approvals first, and says so; false if the change was made. */
export function useRequestedChange(): (request: Uint8Array | null) => boolean {
  const save = useSaveSigned();
  return (request) => {
    if (request === null) return false;
    const text = 'Nothing was changed yet: this needs approvals. Import them, then make the change again.';
    void save('change-request.bursar', request, text);
    return true;
  };
}
