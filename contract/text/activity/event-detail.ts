import { z } from 'zod';
import type { Cause } from '../../payments/cause.ts';

const Setting = z.object({ from: z.unknown(), to: z.unknown() });
const Verification = z.object({ by: z.string(), how: z.string(), note: z.string().nullable() });
const Confirmed = z.object({ confirmed: z.object({ reason: z.string() }) });

/** What belongs to an event beside its cause, in words; null where that is nothing a person reads. */
export function eventDetail(cause: Cause, detail: string | null): string | null {
  if (detail === null) return null;
  switch (cause.code) {
    case 'settingChanged': {
      const found = Setting.safeParse(jsonOf(detail)).data;
      return found === undefined ? null : `From ${valueText(found.from)} to ${valueText(found.to)}`;
    }
    case 'payeeVerified': {
      const found = Verification.safeParse(jsonOf(detail)).data;
      if (found === undefined) return null;
      const note = found.note === null ? '' : ` ${found.note}`;
      return `By ${found.by}: ${found.how}${note}`;
    }
    case 'released': {
      const found = Confirmed.safeParse(jsonOf(detail)).data;
      return found === undefined ? null : `Duplicates confirmed: ${found.confirmed.reason}`;
    }
    case 'controlsChanged':
      return detail;
    default:
      return null;
  }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value) && value.length === 0) return 'none';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
