import type { Browser } from 'playwright-core';

type Kind = 'renderer' | 'GPU';

/** The processor time of its processes of these kinds so far, as Chromium reports it of each; a page is drawn by a renderer and painted by the GPU process, with or without a graphics processor. */
export async function processorMsOf(browser: Browser, kinds: readonly Kind[]): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => kinds.some((kind) => kind === type))
    .reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
