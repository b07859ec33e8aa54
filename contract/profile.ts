import { Type } from 'typebox';
import { Account, ConnectedGame, Profile } from '#model/account.ts';
import { GameName } from '#model/game.ts';
import { Locale } from '#model/locale.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';

export const profile = {
  get: route({
    method: 'POST',
    path: '/profile',
    access: 'player',
    summary: 'The profile of the caller; with a game, its connection comes first.',
    body: object({ Game: Type.Optional(GameName) }),
    reply: Profile,
  }),
  gameConnection: route({
    method: 'POST',
    path: '/profile/fetch_fxid_game_connection',
    access: 'player',
    summary: 'The account and its connection to one game, with a fresh token for that game.',
    body: object({ Game: GameName }),
    reply: object({ Account, ConnectedGame: Type.Optional(ConnectedGame) }),
    errors: ['UnknownGame'],
  }),
  marketing: route({
    method: 'POST',
    path: '/profile/marketing',
    access: 'player',
    summary: 'Give or take back consent to marketing mail.',
    body: object({ MarketingEnabled: Type.Boolean() }),
    reply: object({ Success: Type.Boolean() }),
  }),
  update: route({
    method: 'POST',
    path: '/profile/update',
    access: 'player',
    summary: 'Save the language of the caller.',
    body: object({
      Language: Locale,
      DUMMY: Type.Optional(Type.Boolean({ description: 'Sent by old clients, without a meaning' })),
    }),
    reply: object({ Success: Type.Boolean() }),
  }),
  settings: route({
    method: 'POST',
    path: '/profile/settings',
    access: 'player',
    summary: 'Change the settings of the account.',
    body: object({
      Name: Type.Optional(text(80, { minLength: 1 })),
      Language: Type.Optional(Locale),
      MarketingEnabled: Type.Optional(Type.Boolean()),
    }),
    reply: Account,
  }),
};
