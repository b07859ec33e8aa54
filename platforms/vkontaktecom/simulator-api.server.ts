// The API of the simulated VK, as far as games and our server call it. Errors have status 200, as VK's.
import type { FastifyInstance } from 'fastify';
import type { SimulatorPlace } from '../simulator-port.server.ts';
import { signTexts, type Texts } from './sign.server.ts';
import { booksAt, type Books, type SimulatedOrder } from './simulator-books.server.ts';
import { secureKey } from './simulator-notices.server.ts';

export const serviceKey = 'simulatedVkServiceKey';

/** A player's token: it names whom it is of, and what it allows. */
export function tokenOf(userId: string, scope: string): string {
  return `vk1.${userId}.${scope}.${signTexts({ userId, scope }, secureKey)}`;
}

export function mountApi(app: FastifyInstance, place: SimulatorPlace, onRefund: (order: SimulatedOrder) => void): void {
  const books = booksAt(place);
  app.post('/method/:name', (request, reply) => {
    const { name = '' } = textsOf(request.params);
    const texts = textsOf(request.body);
    const method = methods[name];
    if (!method) return reply.send(fault(3, 'Unknown method passed'));
    return reply.send(method(texts, { books, place, onRefund }));
  });
}

/** The texts and numbers of a form, an object or a path. */
export function textsOf(value: unknown): Partial<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const isPlain = (entry: [string, unknown]): boolean => typeof entry[1] === 'string' || typeof entry[1] === 'number';
  return Object.fromEntries(
    Object.entries(value)
      .filter(isPlain)
      .map(([name, text]) => [name, String(text)]),
  );
}

interface Given {
  readonly books: Books;
  readonly place: SimulatorPlace;
  readonly onRefund: (order: SimulatedOrder) => void;
}

type Method = (texts: Partial<Texts>, given: Given) => object;

const methods: Readonly<Record<string, Method | undefined>> = {
  'users.get': ofPlayer('', ({ user_ids: ids }, { books, place }, userId) =>
    (ids ?? userId)
      .split(',')
      .slice(0, 1000)
      .flatMap((id) => userOf(id, books, place) ?? []),
  ),
  'friends.getAppUsers': ofPlayer('friends', (_, { books }, userId) =>
    (books.people.get(userId)?.friends ?? []).map(Number),
  ),
  'orders.get': ofService(({ count = '100', test_mode: test }, { books }) =>
    // All orders here are of the test mode.
    test === '1' ? [...books.orders.values()].toReversed().slice(0, Number(count)).map(orderObject) : [],
  ),
  'orders.getById': ofService(({ order_id: id, test_mode: test }, { books }) => {
    const order = test === '1' ? books.orders.get(Number(id)) : undefined;
    return order ? [orderObject(order)] : [];
  }),
  'orders.changeState': ofService(({ order_id: id, action, test_mode: test }, { books, onRefund }) => {
    const order = test === '1' ? books.orders.get(Number(id)) : undefined;
    if (!order || action !== 'refund' || order.status !== 'charged') return undefined;
    order.status = 'refunded';
    onRefund(order);
    return 'refunded';
  }),
};

const fault = (error_code: number, error_msg: string): object => ({ error: { error_code, error_msg } });

function ofPlayer(right: string, answer: (texts: Partial<Texts>, given: Given, userId: string) => unknown): Method {
  return (texts, given) => {
    const { access_token: token = '', v } = texts;
    const [, userId = '', scope = ''] = token.split('.');
    if (token !== tokenOf(userId, scope)) return fault(5, 'User authorization failed: invalid access_token');
    if (right !== '' && !scope.split(',').includes(right)) return fault(15, 'Access denied');
    return v === undefined ? fault(8, 'Invalid request: v is required') : { response: answer(texts, given, userId) };
  };
}

/** Undefined: a parameter is wrong. */
function ofService(answer: (texts: Partial<Texts>, given: Given) => unknown): Method {
  return (texts, given) => {
    if (texts['access_token'] !== serviceKey) return fault(5, 'User authorization failed: invalid access_token');
    const response = answer(texts, given);
    return response === undefined ? fault(100, 'One of the parameters specified was missing or invalid') : { response };
  };
}

// Amounts are texts, as VK writes them.
const orderObject = ({ id, item, userId, votes, status, dateS }: SimulatedOrder): object => ({
  id,
  app_order_id: id,
  status,
  user_id: Number(userId),
  receiver_id: Number(userId),
  item,
  amount: String(votes),
  date: dateS,
});

/** Undefined: there is nobody of that number. */
export function userOf(id: string, { people }: Books, { at }: SimulatorPlace): object | undefined {
  const person = people.get(id);
  return (
    person && {
      id: Number(id),
      first_name: person.firstName,
      last_name: person.lastName,
      sex: { unspecified: 0, female: 1, male: 2 }[person.gender],
      photo_200: `${at}/photo/${id}`,
    }
  );
}
