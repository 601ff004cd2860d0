import type { Locator } from 'playwright-core';
import type { BroughtFile } from './steps.ts';

/** Drops a file on a part of the page, as from the system's list of files. */
export async function dropFile(place: Locator, { name, buffer }: BroughtFile): Promise<void> {
  await place.evaluate(
    (element, { text, fileName }) => {
      const world = Object(globalThis);
      const dataTransfer = new world.DataTransfer();
      dataTransfer.items.add(new world.File([text], fileName));
      Object(element).dispatchEvent(
        new world.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      );
    },
    { text: buffer.toString('latin1'), fileName: name },
  );
}
