import type { CallError } from '../../call-error.ts';
import { useToast } from '../../kit/messages/useToast.tsx';

/**
 * Says why a call failed. One that was not confirmed outside the page changed nothing, which is not an error: its message says whether a person
 * declined it, or why nobody could be asked and what to do then.
 */
export function useDeclined(): (error: CallError) => void {
  const toast = useToast();
  return (error) => {
    if (isDeclined(error)) toast.show(error.appError.message);
    else toast.error(error);
  };
}

/** Whether a call was not confirmed outside the page. */
export function isDeclined({ appError }: CallError): boolean {
  return appError.code === 'changeDeclined';
}
