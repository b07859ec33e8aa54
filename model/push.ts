// A subscription of a browser to push messages, what a player may be told by them, and a message that is to be sent.
import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { object, text, uuid } from './schema.ts';

/** `Token` is the JSON that the browser makes of its subscription. */
export const PushToken = object({
  Game: Type.Optional(GameName),
  Platform: Type.Enum(['web']),
  Token: text(4000),
  PublicKey: Type.Optional(text(90, { description: 'The key that it was made with; absent: the one of now' })),
  TimeZone: Type.Optional(text(64, { description: 'Of the browser, such as Europe/Berlin: nobody is woken at night' })),
});

/** What the portal itself tells. No game can be named so. */
export const ownPushTopics = ['@friends', '@support', '@news'] as const;

export const PushTopic = text(63, {
  pattern: '^(@friends|@support|@news|[a-z0-9][a-z0-9-]*)$',
  description: 'A game, or what the portal itself tells: @friends, @support, @news',
});

const hour = Type.Integer({ minimum: 0, maximum: 23 });

export const PushChoices = object({
  Topics: Type.Array(object({ Topic: PushTopic, On: Type.Boolean() })),
  QuietFrom: hour,
  QuietUntil: Type.Integer({ ...hour, description: 'The hour of QuietFrom: there are no quiet hours' }),
  TimeZone: Type.Optional(text(64)),
  Browsers: Type.Integer({ minimum: 0, description: 'How many get messages' }),
});
export type PushChoices = Static<typeof PushChoices>;

const texts = (longest: number) =>
  Type.Record(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$' }), text(longest, { minLength: 1 }), {
    maxProperties: 30,
  });

/** What a message says, by language, and how long it is of use. */
export const pushContent = {
  Id: Type.Optional(Type.String({ ...uuid, description: 'Chosen by the sender: sent again, it is the same message' })),
  Title: texts(100),
  Body: texts(400),
  Marketing: Type.Boolean({ description: 'Whether it advertises: those who want none do not get it' }),
  TtlSeconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 2_419_200,
      description: 'How long it is of use; a day unless said otherwise',
    }),
  ),
};

/** What an operator sends. */
export const PushBroadcast = object({
  ...pushContent,
  Game: Type.Optional(GameName),
  Page: Type.Optional(
    text(500, {
      pattern: '^[A-Za-z0-9][A-Za-z0-9/_-]*([?#].*)?$',
      description: 'What a press opens: a page of the portal without the slash before it, such as `Games/gem-miner`',
    }),
  ),
});
export type PushBroadcast = Static<typeof PushBroadcast>;

export const PushOutcome = object({
  Id: uuid,
  Recipients: Type.Integer({ minimum: 0, description: 'For how many players it was written by now' }),
  UnderWay: Type.Boolean({ description: 'Whether more are still to come' }),
});
