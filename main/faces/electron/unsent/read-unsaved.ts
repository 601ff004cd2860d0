import type { BrowserWindow } from 'electron';
import { unsavedMark } from '../../../../contract/window/bridge.ts';

/** A page that does not answer for this long keeps no window from closing. */
const answerLimitMs = 1_000;

/** Whether something that was entered or chosen in the page is not saved; false also if the page does not say. */
export async function hasUnsaved({ webContents }: BrowserWindow): Promise<boolean> {
  const asked = webContents
    .executeJavaScript(`document.documentElement.hasAttribute(${JSON.stringify(unsavedMark)})`)
    .catch(() => false);
  const answer: unknown = await Promise.race([
    asked,
    new Promise((resolve) => setTimeout(resolve, answerLimitMs)),
  ]);
  return answer === true;
}
