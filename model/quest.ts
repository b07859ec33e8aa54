import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { Sku } from './product.ts';
import { object, text, uuid } from './schema.ts';

/**
 * `Locked`: the quest isn't completed. `Waiting`: the player has to play the reward's game once. `Sent`: on its way to
 * the game's server. `Received`: the game's server has confirmed it.
 */
export const QuestRewardState = Type.Enum(['Locked', 'Waiting', 'Sent', 'Received']);

export const Quest = object({
  Id: uuid,
  Game: GameName,
  Title: text(200),
  Progress: Type.Integer(),
  Goal: Type.Integer(),
  Done: Type.Boolean(),
  Reward: Type.Optional(
    object({
      Game: Type.String({ ...GameName, description: 'The game that gets the products' }),
      Products: Type.Array(
        object({
          Sku,
          Name: text(200),
          Count: Type.Integer({ minimum: 1, description: 'How many times the player gets the product' }),
        }),
      ),
      State: QuestRewardState,
    }),
  ),
});
export type Quest = Static<typeof Quest>;
