// YooKassa writes money as text with two digits after the point. It never becomes a number with a fraction here.

/** Undefined: YooKassa cannot take it. */
export function toYookassaAmount(
  amountMinor: number,
  currency: string,
): { readonly value: string; readonly currency: 'RUB' } | undefined {
  if (currency !== 'RUB' || !Number.isSafeInteger(amountMinor) || amountMinor < 1) return undefined;
  const digits = String(amountMinor).padStart(3, '0');
  return { value: `${digits.slice(0, -2)}.${digits.slice(-2)}`, currency };
}

/** In our minor units. Throws where it is no amount that we could have asked for. */
export function fromYookassaAmount({ value, currency }: { readonly value: string; readonly currency: string }): {
  readonly amountMinor: number;
  readonly currency: string;
} {
  if (currency !== 'RUB' || !/^\d{1,12}\.\d{2}$/.test(value))
    throw new Error(`YooKassa tells "${value}" of ${currency}, which is no amount of ours. Look at it in its cabinet.`);
  return { amountMinor: Number(value.replace('.', '')), currency };
}
