/** As the bank writes money: kopecks, and the currency in small letters. Undefined: the bank cannot take it. */
export function writeAmount(minor: number, currency: string) {
  const isAmount = currency === 'RUB' && Number.isSafeInteger(minor) && minor > 0;
  return isAmount ? { amount: minor, currency: 'rub' } : undefined;
}
