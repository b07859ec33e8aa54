// The limits within which players can refund their own purchases of a game. Without them, players can't.
import { Type, type Static } from 'typebox';
import { object } from './schema.ts';

export const RefundRule = object(
  {
    WithinHours: Type.Integer({ minimum: 1, maximum: 8784, description: 'After the payment has arrived' }),
    MostPerMonth: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'How many of the game one account may send back in thirty days',
    }),
    AfterDelivery: Type.Boolean({
      description: 'Also what the game has confirmed already: its server must take back what it is told to',
    }),
  },
  { description: 'Within what players send purchases back themselves; absent: they cannot' },
);
export type RefundRule = Static<typeof RefundRule>;
