// Money as vendors write it in major units: a decimal text, or a number that is read as the text that it is. Nothing is ever rounded.
import { minorDigits } from '#model/money.ts';

/** `4.99` for 499 cents, `500` for 500 yen. */
export function toDecimal(amountMinor: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** In our minor units; undefined: it is no amount that we could have asked for. */
export function fromDecimal(amount: string | number, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(String(amount)) ?? [];
  const digits = minorDigits(currency);
  if (whole === '' || /[1-9]/.test(fraction.slice(digits))) return undefined;
  const amountMinor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(amountMinor) ? amountMinor : undefined;
}
