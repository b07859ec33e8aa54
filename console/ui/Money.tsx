import { useFormats } from '#console/i18n/use-formats.ts';

/** An amount in minor units, or in a platform's unit. */
export function Money({ minor, currency }: { minor: number; currency: string }) {
  return useFormats().money(minor, currency);
}
