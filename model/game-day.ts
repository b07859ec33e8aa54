import { Type, type Static } from 'typebox';
import { object } from './schema.ts';

export const Day = Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in UTC' });

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

export const GameDay = object({
  Day,
  IsComplete: Type.Boolean({ description: 'False: the day is not over yet' }),
  Players: count('Accounts that started the game, guests included'),
  NewPlayers: count('Of these, those who started it for the first time'),
  Sessions: count('Page loads in which the game was started, also by visitors without an account'),
  Visits: count("Page loads in which the game's page was opened, also by visitors without an account"),
  TimeToPlayMs: Type.Optional(count('The median time from opening the game until it was ready')),
  Orders: count('Orders that were paid, without test payments'),
  Buyers: count('Accounts that paid them'),
  RevenueUsdMinor: count('What they were worth, in US cents'),
  RefundedUsdMinor: count('What was refunded or lost in disputes on this day, in US cents'),
  ReturnedDay1: Type.Optional(
    count('How many of the new players returned one day later. Absent until that day is over'),
  ),
  ReturnedDay7: Type.Optional(count('The same after seven days')),
  ReturnedDay30: Type.Optional(count('The same after thirty days')),
});

export type GameDay = Static<typeof GameDay>;
