import { z } from 'zod';

const pattern = /^[^\s@<>()[\]",;:\\]+@[^\s@.<>()[\]",;:\\]+(?:\.[^\s@.<>()[\]",;:\\]+)+$/;

/** Finds slips; it does not prove that the address exists. */
export function isEmailAddress(text: string): boolean {
  return pattern.test(text);
}

/** One e-mail address, or none. */
export const OptionalEmailAddress = z
  .string()
  .max(254)
  .refine(
    (text) => text === '' || isEmailAddress(text),
    'an e-mail address is written like name@company.example',
  );
