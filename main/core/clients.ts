import type { Gateway, GatewayClient } from './ports.ts';

/** One client for each profile for as long as the core runs, so that tokens are shared by all that needs them. */
export function sharedClients(gateway: Gateway): Gateway {
  const clients = new Map<string, GatewayClient>();
  return {
    client(profile) {
      const key = JSON.stringify(profile);
      const client = clients.get(key) ?? gateway.client(profile);
      clients.set(key, client);
      return client;
    },
  };
}
