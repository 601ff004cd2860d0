import { useCallback } from 'react';
import { parsePath, useLocation, useNavigate, type NavigateOptions } from 'react-router';

/** Whether the screen that asks is still shown once an operation is done. */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation();
  // The newest address: what asked for the operation may be gone with its part of the screen, and renders no more.
  return useCallback(() => parsePath(location.hash.slice(1)).pathname === pathname, [pathname]);
}

/** Goes to where work continues once an operation is done. A person who has gone to another screen meanwhile stays there. */
export function useGoOn(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return useCallback(
    (path, options) => {
      if (isHere()) void navigate(path, options);
    },
    [navigate, isHere],
  );
}
