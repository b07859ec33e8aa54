// Amounts in major units, as a decimal string or a number. Never rounds.
import { currencyDecimals } from '#model/money.ts';

export function toDecimal(amountMinor: number, currency: string): string {
  const digits = currencyDecimals(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Undefined if the amount is malformed, too large, or has more decimals than the currency. */
export function fromDecimal(amount: string | number, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(String(amount)) ?? [];
  const digits = currencyDecimals(currency);
  if (whole === '' || /[1-9]/.test(fraction.slice(digits))) return undefined;
  const amountMinor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(amountMinor) ? amountMinor : undefined;
}
