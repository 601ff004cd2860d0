import { useCallback } from 'react';
import { parsePath, useLocation, useNavigate, type NavigateOptions } from 'react-router';

/** Goes to where work continues once an operation is done. A person who has gone to another screen meanwhile stays there. */
export function useGoOn(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (path, options) => {
      // The newest address: what asked for the operation may be gone with its part of the screen, and renders no more.
      if (parsePath(location.hash.slice(1)).pathname === pathname) void navigate(path, options);
    },
    [navigate, pathname],
  );
}
