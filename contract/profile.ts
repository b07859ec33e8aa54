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
import { GameName, GameParams } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { SuccessReply, instant, EmptyRequest, object, oneOf, text, uuid } from '#model/schema.ts';
import { MergeOffer } from '#model/sign-in.ts';

export const profileRoutes = {
  get: route({
    method: 'POST',
    path: '/profile',
    access: allSessionKinds,
    summary: "The caller's profile. If a game is given, its connection comes first.",
    body: object({ Game: Type.Optional(GameName) }),
    reply: Profile,
  }),
  gameConnection: route({
    method: 'POST',
    path: '/profile/fetch_fxid_game_connection',
    access: allSessionKinds,
    summary: 'The account and its connection to one game, with a fresh token for that game.',
    body: GameParams,
    reply: object({ Account, ConnectedGame: Type.Optional(ConnectedGame) }),
    errors: ['UnknownGame'],
  }),
  marketing: route({
    method: 'POST',
    path: '/profile/marketing',
    access: ['whole'],
    summary: 'Give or withdraw consent to marketing email.',
    body: object({ MarketingEnabled: Type.Boolean() }),
    reply: SuccessReply,
  }),
  update: route({
    method: 'POST',
    path: '/profile/update',
    access: ['whole'],
    summary: "Save the caller's language.",
    body: object({
      Language: Locale,
      DUMMY: Type.Optional(Type.Boolean({ description: 'Sent by older clients; ignored' })),
    }),
    reply: SuccessReply,
  }),
  settings: route({
    method: 'POST',
    path: '/profile/settings',
    access: ['whole'],
    summary: "Change the account's settings.",
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
    access: allSessionKinds,
    summary:
      'Everything the profile page shows: account, sign-in methods, devices, games, and merges that can be undone.',
    body: EmptyRequest,
    reply: AccountOverview,
  }),
  removeIdentity: route({
    method: 'POST',
    path: '/profile/identities/remove',
    access: ['fresh'],
    summary: "Remove a sign-in method from the account. The last one can't be removed.",
    body: object({
      Type: text(40),
      Id: text(256),
      Game: Type.Optional(Type.String({ maxLength: 64, description: 'The game it signs in to, if only one' })),
    }),
    reply: SuccessReply,
    errors: ['UnknownIdentity', 'LastIdentity'],
  }),
  undoIdentityChange: route({
    method: 'POST',
    path: '/profile/identities/undo',
    access: ['anyone'],
    summary:
      'Undo adding or removing a sign-in method, with the token from the email about it. Ends all sessions of the account.',
    body: object({ Token: text(100) }),
    reply: object({ Change: oneOf(['added', 'removed', 'confirmed']), Type: text(40) }),
    errors: ['TokenExpiredOrUsed', 'LastIdentity', 'IdentityTaken'],
    perMinute: 30,
  }),
  shareEmail: route({
    method: 'POST',
    path: '/profile/games/share_email',
    access: ['whole'],
    summary: "Allow or stop sharing the account's email address with a game.",
    body: object({ Game: GameName, Share: Type.Boolean() }),
    reply: object({ EmailShared: Type.Boolean() }),
    errors: ['GameNotConnected'],
  }),
  endDevice: route({
    method: 'POST',
    path: '/profile/devices/end',
    access: ['fresh'],
    summary: 'Sign out one device.',
    body: object({ SessionId: uuid }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
  disconnectGame: route({
    method: 'POST',
    path: '/profile/games/disconnect',
    access: ['whole'],
    summary: 'Disconnect a game from the account.',
    body: GameParams,
    reply: object({ Result: GameConnectionResult }),
  }),
  previewMerge: route({
    method: 'POST',
    path: '/profile/merge/preview',
    access: ['fresh'],
    summary: 'Both accounts of a proposed merge, side by side.',
    body: MergeOffer,
    reply: MergePreview,
    errors: ['TokenExpiredOrUsed'],
  }),
  confirmMerge: route({
    method: 'POST',
    path: '/profile/merge/confirm',
    access: ['fresh'],
    summary: 'Merge two accounts: the session proves one, the merge token the other.',
    body: object({
      MergeToken: text(100),
      Keep: MergeSide,
      Games: Type.Optional(
        Type.Array(object({ Game: GameName, Keep: MergeSide }), {
          maxItems: 200,
          description: 'Which side to keep for games on both accounts; by default the one played last',
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
    summary: 'Undo a merge within 14 days.',
    body: object({ MergeId: uuid }),
    reply: SuccessReply,
    errors: ['UnknownMerge', 'LastIdentity', 'Conflict'],
  }),
  exportData: route({
    method: 'POST',
    path: '/profile/export',
    access: ['fresh'],
    summary: 'Everything stored about the account, as one file.',
    body: EmptyRequest,
    reply: object({
      ExportedAt: instant,
      AccountId: uuid,
      Data: Type.Record(text(64), Type.Array(Type.Record(text(64), Type.Unknown())), {
        description: 'Rows by table',
      }),
    }),
    perMinute: 6,
  }),
  requestDeletion: route({
    method: 'POST',
    path: '/profile/deletion/request',
    access: ['fresh'],
    summary: 'Schedule the account for deletion. It can be kept until the waiting period ends.',
    body: EmptyRequest,
    reply: object({ DeleteAfter: instant }),
  }),
  cancelDeletion: route({
    method: 'POST',
    path: '/profile/deletion/cancel',
    access: ['whole'],
    summary: 'Cancel the deletion of the account.',
    body: EmptyRequest,
    reply: SuccessReply,
  }),
};
