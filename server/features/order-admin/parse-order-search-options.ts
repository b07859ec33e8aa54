import { orderStatuses, type OrderStatus } from '#model/order.ts';
import type { OrderSearch } from '#server/features/orders/search/find-orders.ts';

export const orderSearchOptions = {
  player: 'account id, email, name or id in a game',
  day: 'YYYY-MM-DD',
  from: 'YYYY-MM-DD',
  to: 'YYYY-MM-DD',
  state: 'paid, refunded, open or a status',
  amount: '4.99 or "4.99 EUR"',
  currency: 'EUR',
  game: 'game',
  provider: 'provider',
  limit: 'number',
} as const;

export interface RequestedSearch {
  readonly search: Omit<OrderSearch, 'player'>;
  readonly player?: string;
  readonly limit: number;
}

type Options = { readonly [Name in keyof typeof orderSearchOptions]?: string };

/** Throws with the reason if an option is invalid. Days are in UTC. */
export function parseOrderSearchOptions(number: string | undefined, options: Options): RequestedSearch {
  const { player, day, from, to, state, game, provider } = options;
  if (day !== undefined && (from !== undefined || to !== undefined)) throw new Error('Give --day, or --from and --to.');
  const createdFrom = readDay(day ?? from, 0);
  const createdBefore = readDay(day ?? to, 1);
  if (createdFrom && createdBefore && createdFrom >= createdBefore) throw new Error('--from is after --to.');
  const { amount, currency } = readAmount(options);
  const search = {
    ...(number !== undefined && { number }),
    ...(createdFrom && { createdFrom }),
    ...(createdBefore && { createdBefore }),
    ...(state !== undefined && { statuses: readState(state) }),
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(game !== undefined && { game: game.toLowerCase() }),
    ...(provider !== undefined && { provider }),
  };
  if (Object.keys(search).length === 0 && player === undefined)
    throw new Error('What should be found? Give an id, --player, --day or another option.');
  return { search, ...(player !== undefined && { player }), limit: readLimit(options.limit) };
}

const defaultLimit = 50;
const maxLimit = 10_000;

function readLimit(text: string | undefined): number {
  const limit = Number(text ?? defaultLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new Error(`--limit takes a number from 1 to ${maxLimit}.`);
  return limit;
}

function readDay(text: string | undefined, daysLater: number): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript parses 31 February as a day in March.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new Error(`${text} is not a day: write it like 2026-11-17.`);
  date.setUTCDate(date.getUTCDate() + daysLater);
  return date;
}

const stateGroups: Readonly<Record<string, readonly OrderStatus[]>> = {
  open: ['Created', 'WaitingForPayment'],
  paid: ['PayedWaitingForSending', 'Completed'],
  refunded: ['CancelledPaid'],
};

function readState(text: string): readonly OrderStatus[] {
  const name = text.toLowerCase();
  const statuses = Object.keys(orderStatuses) as OrderStatus[];
  const status = statuses.find((each) => each.toLowerCase() === name);
  if (status) return [status];
  const group = Object.hasOwn(stateGroups, name) ? stateGroups[name] : undefined;
  if (!group)
    throw new Error(`${text} is not a state. States are: ${[...Object.keys(stateGroups), ...statuses].join(', ')}.`);
  return group;
}

function readAmount(options: Options): { readonly amount?: string; readonly currency?: string } {
  const currency = options.currency?.toUpperCase();
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    throw new Error(`${options.currency} is not a currency: write it like EUR.`);
  if (options.amount === undefined) return currency === undefined ? {} : { currency };
  const [, whole, fraction, named] = /^(\d{1,12})(?:[.,](\d{1,4}))?(?:\s*([a-z]{3}))?$/i.exec(options.amount) ?? [];
  if (whole === undefined) throw new Error(`${options.amount} is not an amount: write it like 4.99 or "4.99 EUR".`);
  const wanted = named?.toUpperCase() ?? currency;
  if (currency !== undefined && wanted !== currency) throw new Error('--amount and --currency name two currencies.');
  const amount = fraction === undefined ? whole : `${whole}.${fraction}`;
  return { amount, ...(wanted !== undefined && { currency: wanted }) };
}
