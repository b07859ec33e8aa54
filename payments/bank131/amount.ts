export function toBank131Amount(minor: number, currency: string) {
  const isAmount = currency === 'RUB' && Number.isSafeInteger(minor) && minor > 0;
  return isAmount ? { amount: minor, currency: 'rub' } : undefined;
}
