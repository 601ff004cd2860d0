import type { Session, WebContents } from 'electron';

/**
 * The page needs no network: it comes from `app://`. `servePage` cancels requests, but WebRTC bypasses it, so its UDP packets are
 * forbidden here, and its TCP attempts go to a proxy that does not exist.
 */
const webRtcPolicy = 'disable_non_proxied_udp';
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:1',
  // Addresses of this computer would otherwise bypass the proxy.
  proxyBypassRules: '<-loopback>',
} as const;

export async function cutOffNetwork(session: Session): Promise<void> {
  await session.setProxy(deadProxy);
}

export function cutOffWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy(webRtcPolicy);
}
