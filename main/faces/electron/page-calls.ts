import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { callChannel, eventChannel } from '../../../contract/window/bridge.ts';
import { fail, type Result } from '../../../contract/result.ts';
import type { Host } from '../window/host.ts';
import { isPageAddress } from './address.ts';

const PageCall = z.strictObject({
  name: z.string().max(100),
  input: z.unknown(),
  callId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .nullable(),
});

/** Passes calls from the main frame of the window's own page to the host, and events back. */
export function connectPage(host: Host, windowNow: () => BrowserWindow | null): void {
  ipcMain.handle(callChannel, (event, message: unknown) => answerPage(host, windowNow(), event, message));
  host.subscribe((event) => {
    const window = windowNow();
    if (window !== null && !window.isDestroyed() && !window.webContents.isDestroyed())
      window.webContents.send(eventChannel, event);
  });
}

async function answerPage(
  host: Host,
  window: BrowserWindow | null,
  event: IpcMainInvokeEvent,
  message: unknown,
): Promise<Result<unknown>> {
  if (!isFromOurPage(window, event))
    return fail('inputInvalid', 'Bursar accepts calls only from its own page.');
  const call = PageCall.safeParse(message);
  if (!call.success) return fail('inputInvalid', 'This is not a valid call of Bursar.');
  return host.call(call.data.name, call.data.input, call.data.callId);
}

/**
 * Whether a message comes from the main frame of our window while it shows our page. A frame that is gone, or has no address yet,
 * does not count.
 */
function isFromOurPage(window: BrowserWindow | null, { sender, senderFrame }: IpcMainInvokeEvent): boolean {
  if (window === null || window.isDestroyed() || sender.id !== window.webContents.id) return false;
  return senderFrame !== null && senderFrame.parent === null && isPageAddress(senderFrame.url);
}
