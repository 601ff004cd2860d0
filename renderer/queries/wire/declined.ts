import type { CallError } from '../../call-error.ts';
import { useToast } from '../../kit/messages/useToast.tsx';

/** Shows why a call failed. A person who declines it outside the page changed nothing, which is not an error. */
export function useDeclined(nothing = 'Nothing was changed.'): (error: CallError) => void {
  const toast = useToast();
  return (error) => {
    if (error.appError.code === 'changeDeclined') toast.show(`Not confirmed. ${nothing}`);
    else toast.error(error);
  };
}
