/** Converts a typed amount in major units to minor units. Undefined if the text isn't a valid amount. */
export function toMinor(amount: number | string, decimals: number): number | undefined {
  const text = String(amount).trim();
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals) return undefined;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}
