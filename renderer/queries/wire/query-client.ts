import { QueryClient } from '@tanstack/react-query';

/**
 * Data stays fresh until an event says that it changed, because the main process is the only source and sends events. `always`, since
 * no operation needs the browser's opinion on whether there is a network.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60_000,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
