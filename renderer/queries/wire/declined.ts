import type { CallError } from '../../call-error.ts';
import { useToast } from '../../kit/messages/useToast.tsx';

/** Shows why a call failed. A person who declines it outside the page changed nothing, which is not an error. */
export function useDeclined(nothing = 'Nothing was changed.'): (error: CallError) => void {
  const toast = useToast();
  return (error) => {
    if (isDeclined(error)) toast.show(`Not confirmed. ${nothing}`);
    else toast.error(error);
  };
}

/** Whether a person answered no to the question outside the page. */
export function isDeclined({ appError }: CallError): boolean {
  return appError.code === 'changeDeclined';
}
