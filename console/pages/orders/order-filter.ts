// The filters of the list, as they stand in the address and as the call takes them.
import type { OrderStatus } from '#model/order.ts';
import { orderStatuses } from '#model/order.ts';

export const filterNames = [
  'Status',
  'Player',
  'Game',
  'Provider',
  'Platform',
  'Amount',
  'Currency',
  'Since',
  'Until',
] as const;

type Filters = Partial<Record<(typeof filterNames)[number], string>>;

/** Days are whole days in the operator's time zone; `Until` includes its day. A comma in an amount is a point. */
export function toListQuery({ Status, Since, Until, Amount, Currency, Game, Provider, ...others }: Filters) {
  const amount = Amount?.replace(',', '.').trim();
  return {
    ...others,
    Status: Status !== undefined && Object.hasOwn(orderStatuses, Status) ? (Status as OrderStatus) : undefined,
    Game: Game?.trim().toLowerCase() || undefined,
    Provider: Provider?.trim().toLowerCase() || undefined,
    Currency: Currency !== undefined && /^[a-z]{3}$/i.test(Currency) ? Currency.toUpperCase() : undefined,
    Amount: amount !== undefined && /^\d{1,12}(\.\d{1,4})?$/.test(amount) ? amount : undefined,
    Since: toInstant(Since, 0),
    Until: toInstant(Until, 1),
  };
}

function toInstant(day: string | undefined, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}
