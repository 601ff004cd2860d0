import { CallError } from '../call-error.ts';

/** The content of a chosen or dropped file. Rejects with an error that says what to do if it changed since, or is a folder. */
export async function readFile(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    const message = `${file.name} could not be read: it was changed or removed since it was chosen, or it is a folder. Choose the file again.`;
    throw new CallError({ code: 'inputInvalid', message, details: {} });
  }
}
