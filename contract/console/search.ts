// One search for anything in the console.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, oneOf, text } from '#model/schema.ts';

export const operatorSearchRoutes = {
  find: route({
    method: 'GET',
    path: '/operator/search',
    access: ['operator'],
    permission: 'search.use',
    audit: 'read',
    summary:
      'Find anything by its exact id, email or name: a player, game, order, payment, transaction, ticket, delivery or request. Only what the operator may read.',
    query: object({ Text: text(400, { minLength: 1, pattern: '\\S' }) }),
    reply: object({
      Found: Type.Array(
        object({
          Kind: oneOf(['Player', 'Order', 'Delivery', 'Ticket', 'Game', 'Request'], {
            description: 'The page that shows it',
          }),
          Id: text(400),
          MatchedBy: oneOf([
            'AccountId',
            'Email',
            'Name',
            'Identity',
            'GameUid',
            'OrderId',
            'ProviderPayment',
            'Transaction',
            'Refund',
            'TicketId',
            'DeliveryId',
            'RequestId',
            'GameName',
          ]),
          Title: text(400),
          Subtitle: text(400),
          Game: Type.Optional(GameName),
        }),
      ),
    }),
  }),
};
