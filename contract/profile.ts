import { Type } from 'typebox';
import {
  Account,
  AccountOverview,
  ConnectedGame,
  GameConnectionResult,
  MergePreview,
  MergeSide,
  Profile,
} from '#model/account.ts';
import { GameName, OneGame } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { anySession, route } from '#model/route.ts';
import { Done, instant, Nothing, object, oneOf, text, uuid } from '#model/schema.ts';
import { MergeOffer } from '#model/sign-in.ts';

export const profile = {
  get: route({
    method: 'POST',
    path: '/profile',
    access: anySession,
    summary: 'The profile of the caller; with a game, its connection comes first.',
    body: object({ Game: Type.Optional(GameName) }),
    reply: Profile,
  }),
  gameConnection: route({
    method: 'POST',
    path: '/profile/fetch_fxid_game_connection',
    access: anySession,
    summary: 'The account and its connection to one game, with a fresh token for that game.',
    body: OneGame,
    reply: object({ Account, ConnectedGame: Type.Optional(ConnectedGame) }),
    errors: ['UnknownGame'],
  }),
  marketing: route({
    method: 'POST',
    path: '/profile/marketing',
    access: ['whole'],
    summary: 'Give or take back consent to marketing mail.',
    body: object({ MarketingEnabled: Type.Boolean() }),
    reply: Done,
  }),
  update: route({
    method: 'POST',
    path: '/profile/update',
    access: ['whole'],
    summary: 'Save the language of the caller.',
    body: object({
      Language: Locale,
      DUMMY: Type.Optional(Type.Boolean({ description: 'Sent by old clients, without a meaning' })),
    }),
    reply: Done,
  }),
  settings: route({
    method: 'POST',
    path: '/profile/settings',
    access: ['whole'],
    summary: 'Change the settings of the account.',
    body: object({
      Name: Type.Optional(text(80, { minLength: 1 })),
      Language: Type.Optional(Locale),
      MarketingEnabled: Type.Optional(Type.Boolean()),
    }),
    reply: Account,
  }),
  overview: route({
    method: 'POST',
    path: '/profile/overview',
    access: anySession,
    summary:
      'All that the profile page shows: the account, ways to sign in, devices, games, merges that can be undone.',
    body: Nothing,
    reply: AccountOverview,
  }),
  removeIdentity: route({
    method: 'POST',
    path: '/profile/identities/remove',
    access: ['fresh'],
    summary: 'Take a way to sign in off the account; never the last one.',
    body: object({
      Type: text(40),
      Id: text(256),
      Game: Type.Optional(
        Type.String({ maxLength: 64, description: 'The game that it signs in to, if it is one alone' }),
      ),
    }),
    reply: Done,
    errors: ['UnknownIdentity', 'LastIdentity'],
  }),
  undoIdentityChange: route({
    method: 'POST',
    path: '/profile/identities/undo',
    access: ['anyone'],
    summary:
      'Undo that a way to sign in came or went, by the token of the mail that told of it. It ends all sessions of the account.',
    body: object({ Token: text(100) }),
    reply: object({ Change: oneOf(['added', 'removed', 'confirmed']), Type: text(40) }),
    errors: ['TokenExpiredOrUsed', 'LastIdentity', 'IdentityTaken'],
    perMinute: 30,
  }),
  shareEmail: route({
    method: 'POST',
    path: '/profile/games/share_email',
    access: ['whole'],
    summary: 'Agree that a game learns the address of the account, or take it back.',
    body: object({ Game: GameName, Share: Type.Boolean() }),
    reply: object({ EmailShared: Type.Boolean() }),
    errors: ['GameNotConnected'],
  }),
  endDevice: route({
    method: 'POST',
    path: '/profile/devices/end',
    access: ['fresh'],
    summary: 'Sign out one device, on every node at once.',
    body: object({ SessionId: uuid }),
    reply: Done,
    errors: ['NotFound'],
  }),
  disconnectGame: route({
    method: 'POST',
    path: '/profile/games/disconnect',
    access: ['whole'],
    summary: 'Take a game off the account.',
    body: OneGame,
    reply: object({ Result: GameConnectionResult }),
  }),
  previewMerge: route({
    method: 'POST',
    path: '/profile/merge/preview',
    access: ['fresh'],
    summary: 'Both accounts of a merge, side by side.',
    body: MergeOffer,
    reply: MergePreview,
    errors: ['TokenExpiredOrUsed'],
  }),
  confirmMerge: route({
    method: 'POST',
    path: '/profile/merge/confirm',
    access: ['fresh'],
    summary: 'Make two accounts one: the session stands for one side, the merge token for the other.',
    body: object({
      MergeToken: text(100),
      Keep: MergeSide,
      Games: Type.Optional(
        Type.Array(object({ Game: GameName, Keep: MergeSide }), {
          maxItems: 200,
          description: 'Which side is kept of games that both have; without a word the one played last',
        }),
      ),
    }),
    reply: object({ MergeId: uuid, AccountId: uuid, UndoUntil: instant, Token: text(200) }),
    errors: ['TokenExpiredOrUsed', 'Conflict'],
  }),
  undoMerge: route({
    method: 'POST',
    path: '/profile/merge/undo',
    access: ['fresh'],
    summary: 'Make one account two again, within fourteen days.',
    body: object({ MergeId: uuid }),
    reply: Done,
    errors: ['UnknownMerge', 'LastIdentity', 'Conflict'],
  }),
  exportData: route({
    method: 'POST',
    path: '/profile/export',
    access: ['fresh'],
    summary: 'Everything that is kept about the account, as one file.',
    body: Nothing,
    reply: object({
      ExportedAt: instant,
      AccountId: uuid,
      Data: Type.Record(text(64), Type.Array(Type.Record(text(64), Type.Unknown())), {
        description: 'Table to its rows',
      }),
    }),
    perMinute: 6,
  }),
  requestDeletion: route({
    method: 'POST',
    path: '/profile/deletion/request',
    access: ['fresh'],
    summary: 'Delete the account after a waiting period, in which it can be kept after all.',
    body: Nothing,
    reply: object({ DeleteAfter: instant }),
  }),
  cancelDeletion: route({
    method: 'POST',
    path: '/profile/deletion/cancel',
    access: ['whole'],
    summary: 'Keep the account after all.',
    body: Nothing,
    reply: Done,
  }),
};
