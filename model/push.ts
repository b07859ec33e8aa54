import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { object, text, uuid } from './schema.ts';

/** `Token` is the browser's push subscription as JSON. */
export const PushToken = object({
  Game: Type.Optional(GameName),
  GameOnly: Type.Optional(
    Type.Boolean({
      description:
        "The browser subscribed with the game's own key (`PublicKey`), in addition to the portal's. The subscription gets only this game's messages, and the player's choice of topics stays as it is",
    }),
  ),
  Platform: Type.Enum(['web']),
  Token: text(4000),
  PublicKey: Type.Optional(text(90, { description: 'The public key it was created with; absent: the current one' })),
  TimeZone: Type.Optional(
    text(64, { description: "The browser's time zone, such as Europe/Berlin, so that nothing is sent at night" }),
  ),
});

/** Topics of the portal itself. Names of games can't contain `@`. */
export const portalPushTopics = ['@friends', '@support', '@news'] as const;

export const PushTopic = text(63, {
  pattern: '^(@friends|@support|@news|[a-z0-9][a-z0-9-]*)$',
  description: "A game, or one of the portal's own topics: @friends, @support, @news",
});

const hour = Type.Integer({ minimum: 0, maximum: 23 });

export const PushSettings = object({
  Topics: Type.Array(
    object({
      Topic: PushTopic,
      On: Type.Boolean(),
      PublicKey: Type.Optional(text(90, { description: "The game's own key, if it has one" })),
    }),
  ),
  QuietFrom: hour,
  QuietUntil: Type.Integer({ ...hour, description: 'The same hour as QuietFrom turns quiet hours off' }),
  TimeZone: Type.Optional(text(64)),
  Browsers: Type.Integer({ minimum: 0, description: 'Number of browsers that get messages' }),
});
export type PushSettings = Static<typeof PushSettings>;

const texts = (longest: number) =>
  Type.Record(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$' }), text(longest, { minLength: 1 }), {
    maxProperties: 30,
  });

export const pushMessageFields = {
  Id: Type.Optional(Type.String({ ...uuid, description: 'Chosen by the sender. A repeated id is the same message' })),
  Title: texts(100),
  Body: texts(400),
  Marketing: Type.Boolean({
    description: "Whether it is advertising. Players who don't want advertising don't get it",
  }),
  TtlSeconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 2_419_200,
      description: 'How long it stays useful; one day by default',
    }),
  ),
};

export const PushBroadcast = object({
  ...pushMessageFields,
  Game: Type.Optional(GameName),
  Page: Type.Optional(
    text(500, {
      pattern: '^[A-Za-z0-9][A-Za-z0-9/_-]*([?#].*)?$',
      description: 'The portal page it opens, without a leading slash, such as `Games/gem-miner`',
    }),
  ),
});
export type PushBroadcast = Static<typeof PushBroadcast>;

export const PushSendResult = object({
  Id: uuid,
  Recipients: Type.Integer({ minimum: 0, description: 'Number of players it has been queued for so far' }),
  UnderWay: Type.Boolean({ description: 'Whether more recipients are still to come' }),
});
