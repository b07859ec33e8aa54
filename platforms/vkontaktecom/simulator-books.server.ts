// What the simulated VK knows: its people and the orders of the app. It lives as long as the lab.
import type { SimulatorPlace } from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../situation.ts';

export type OrderStatus = 'created' | 'charged' | 'refunded' | 'declined';

export interface SimulatedOrder {
  readonly id: number;
  readonly item: string;
  readonly userId: string;
  readonly title: string;
  readonly votes: number;
  readonly dateS: number;
  status: OrderStatus;
}

type Person = Omit<SimulatedPlayer, 'friends'>;

export interface Books {
  readonly people: Map<string, Person & { friends: readonly string[] }>;
  readonly orders: Map<number, SimulatedOrder>;
  /** Everybody who has started the game, with his friends. */
  meet(player: SimulatedPlayer): void;
  /** One number for each item: who opens the same order again gets the same one. */
  addOrder(order: Pick<SimulatedOrder, 'item' | 'userId' | 'title' | 'votes'>): SimulatedOrder;
}

const all = new Map<string, Books>();

export function booksAt({ at, now }: SimulatorPlace): Books {
  const known = all.get(at);
  if (known) return known;
  const people: Books['people'] = new Map();
  const orders: Books['orders'] = new Map();
  const books: Books = {
    people,
    orders,
    meet: ({ friends, ...player }) => {
      for (const friend of friends) if (!people.has(friend.id)) people.set(friend.id, { ...friend, friends: [] });
      people.set(player.id, { ...player, friends: friends.map(({ id }) => id) });
    },
    addOrder: (order) => {
      const same = [...orders.values()].find(({ item }) => item === order.item);
      if (same) return same;
      const made = { ...order, id: firstOrder + orders.size, dateS: secondsOf(now()), status: 'created' as const };
      orders.set(made.id, made);
      return made;
    },
  };
  all.set(at, books);
  return books;
}

const firstOrder = 2_044_000;

export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
