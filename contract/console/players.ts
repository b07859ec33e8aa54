// Players in the console: finding them, their story, and what operators do to accounts.
import { Type } from 'typebox';
import { AccountFeature } from '#model/account.ts';
import { route } from '#model/route.ts';
import { email, instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

export const ListedPlayer = object({
  AccountId: uuid,
  Name: text(200),
  Email: Type.Optional(email),
  IsGuest: Type.Boolean(),
  Country: Type.Optional(text(3)),
  CreatedAt: instant,
  BlockedAt: Type.Optional(instant),
  BlockedUntil: Type.Optional(instant),
  DeleteAfter: Type.Optional(instant),
});

export const PlayerStory = object({
  ...ListedPlayer.properties,
  Locale: text(10),
  IsEmailVerified: Type.Boolean(),
  BlockedBecause: Type.Optional(text(1000)),
  MergedInto: Type.Optional(uuid),
  Features: Type.Array(text(40)),
  FriendCount: Type.Integer({ minimum: 0 }),
  Identities: Type.Array(
    object({
      IdentityId: uuid,
      Type: text(40),
      ExternalId: text(400),
      Scope: Type.Optional(text(63, { description: 'The game in which it counts. Absent: the portal' })),
      IsConfirmed: Type.Boolean({ description: 'Whether it can sign in' }),
      AddedAt: instant,
      LastUsedAt: Type.Optional(instant),
    }),
  ),
  Sessions: Type.Array(
    object({
      SessionId: uuid,
      SignedInBy: text(60),
      Game: Type.Optional(text(63, { description: 'The session counts in this game only' })),
      UserAgent: text(400),
      Network: text(60),
      Country: Type.Optional(text(3)),
      CreatedAt: instant,
      LastSeenAt: instant,
    }),
  ),
  Games: Type.Array(
    object({ Game: text(63), GameUid: text(128), ConnectedAt: instant, LastPlayedAt: Type.Optional(instant) }),
  ),
  Orders: Type.Array(
    object({
      OrderId: uuid,
      Game: text(63),
      Sku: text(200),
      PriceMinor: Type.Integer(),
      Currency: text(3),
      Status: text(60),
      CreatedAt: instant,
    }),
    { description: 'The latest 50' },
  ),
  Saves: Type.Array(
    object({ Game: text(63), Revision: Type.Integer(), Bytes: Type.Integer(), Origin: text(20), UpdatedAt: instant }),
  ),
  Tickets: Type.Array(
    object({
      TicketId: text(36),
      Game: Type.Optional(text(63)),
      Status: text(20),
      Message: text(200),
      ChangedAt: instant,
    }),
  ),
  Documents: Type.Array(
    object({
      DocumentId: uuid,
      Kind: text(10),
      Game: Type.Optional(text(63)),
      Version: Type.Integer(),
      AcceptedAt: instant,
    }),
  ),
  Notifications: Type.Array(
    object({ Title: text(400), Topic: text(100), Outcome: Type.Optional(text(20)), CreatedAt: instant }),
    { description: 'The latest 20 push messages' },
  ),
  Merges: Type.Array(
    object({
      MergeId: uuid,
      FromAccountId: uuid,
      MergedAt: instant,
      UndoUntil: instant,
      CanUndo: Type.Boolean({ description: 'Only the latest merge can be undone' }),
    }),
  ),
});

export const TimelineKind = oneOf([
  'SignedIn',
  'IdentityAdded',
  'GameConnected',
  'Played',
  'Ordered',
  'Payment',
  'Delivery',
  'DocumentAccepted',
  'TicketOpened',
  'TicketMessage',
  'Notification',
  'OperatorAction',
]);

export const TimelineEntry = object({
  At: instant,
  Kind: TimelineKind,
  ObjectKind: Type.Optional(text(40, { description: 'What the entry links to: a kind of the audit log' })),
  ObjectId: Type.Optional(text(200)),
  Game: Type.Optional(text(63)),
  Detail: Type.Optional(text(1000, { description: 'A product, browser, title, message or reason' })),
  Status: Type.Optional(text(60)),
  By: Type.Optional(text(200, { description: 'The operator, sign-in method or provider' })),
  AmountMinor: Type.Optional(Type.Integer()),
  Currency: Type.Optional(text(3)),
});

const AccountParams = object({ AccountId: uuid });
const Reason = text(1000, { minLength: 1, pattern: '\\S', description: 'Why, for the audit log' });
const read = { access: ['operator'], permission: 'players.read', audit: 'read' } as const;
const change = { method: 'POST', access: ['operator'], permission: 'players.change', audit: 'change' } as const;

export const operatorPlayerRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/players',
    ...read,
    summary: 'Players, newest first; or those whose id, email, name, sign-in method or game id is exactly the text.',
    query: object({
      Text: Type.Optional(text(200, { minLength: 1 })),
      IsGuest: Type.Optional(Type.Boolean()),
      IsBlocked: Type.Optional(Type.Boolean()),
      Country: Type.Optional(text(3, { pattern: '^[A-Z]{2,3}$' })),
      CreatedSince: Type.Optional(instant),
      BeforeAccountId: Type.Optional(Type.String({ ...uuid, description: 'The next page: older than this player' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Players: Type.Array(ListedPlayer) }),
  }),
  story: route({
    method: 'GET',
    path: '/operator/players/{AccountId}',
    ...read,
    summary: 'Everything about a player that support needs.',
    params: AccountParams,
    reply: PlayerStory,
    errors: ['NotFound'],
  }),
  timeline: route({
    method: 'GET',
    path: '/operator/players/{AccountId}/timeline',
    ...read,
    summary: 'What happened, latest first. A page ends between two moments, so it may have a few entries more.',
    params: AccountParams,
    query: object({
      Before: Type.Optional(Type.String({ ...instant, description: 'The next page: `NextBefore` of this one' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Entries: Type.Array(TimelineEntry), NextBefore: Type.Optional(instant) }),
    errors: ['NotFound'],
  }),
  block: route({
    ...change,
    path: '/operator/players/{AccountId}/block',
    summary: 'Block an account and end its sessions. With an end, the block ends by itself. Repeating changes the end.',
    params: AccountParams,
    body: object({ Until: Type.Optional(instant), Reason }),
    reply: object({ EndedSessions: Type.Integer({ minimum: 0 }) }),
    errors: ['NotFound', 'Conflict'],
  }),
  unblock: route({
    ...change,
    path: '/operator/players/{AccountId}/unblock',
    summary: "Unblock an account. `Success` is false if it wasn't blocked.",
    params: AccountParams,
    body: object({ Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
  endSessions: route({
    ...change,
    path: '/operator/players/{AccountId}/end_sessions',
    summary: 'Sign a player out, everywhere or on one device.',
    params: AccountParams,
    body: object({ SessionId: Type.Optional(uuid), Reason }),
    reply: object({ EndedSessions: Type.Integer({ minimum: 0 }) }),
    errors: ['NotFound', 'Conflict'],
  }),
  rename: route({
    ...change,
    path: '/operator/players/{AccountId}/rename',
    summary: "Change a player's name. The word list of the portal applies.",
    params: AccountParams,
    body: object({ Name: text(80, { minLength: 1 }), Reason }),
    reply: object({ Name: text(80) }),
    errors: ['NotFound', 'Conflict'],
  }),
  removeIdentity: route({
    ...change,
    path: '/operator/players/{AccountId}/remove_identity',
    summary:
      'Remove a sign-in method and end the sessions that it began. The player is told by mail and can undo it for 14 days.',
    params: AccountParams,
    body: object({
      IdentityId: uuid,
      EvenIfLast: Type.Optional(
        Type.Boolean({ description: "Also if the player can't sign in to the account afterwards" }),
      ),
      Reason,
    }),
    reply: SuccessReply,
    errors: ['NotFound', 'UnknownIdentity', 'LastIdentity', 'Conflict'],
  }),
  setFeature: route({
    ...change,
    path: '/operator/players/{AccountId}/set_feature',
    summary: 'Give the account a feature, or take all away with `None`.',
    params: AccountParams,
    body: object({ Feature: AccountFeature, Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
  restore: route({
    ...change,
    path: '/operator/players/{AccountId}/restore',
    summary: 'Cancel the deletion that a player requested. `Success` is false if none was requested.',
    params: AccountParams,
    body: object({ Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
  undoMerge: route({
    ...change,
    permission: 'players.merge',
    stepUp: true,
    path: '/operator/players/{AccountId}/undo_merge',
    summary: 'Undo the latest merge into this account, for 14 days. All its sessions end.',
    params: AccountParams,
    body: object({ MergeId: uuid, Reason }),
    reply: SuccessReply,
    errors: ['UnknownMerge', 'LastIdentity', 'Conflict'],
  }),
  export: route({
    method: 'POST',
    path: '/operator/players/{AccountId}/export',
    access: ['operator'],
    permission: 'players.export',
    audit: 'change',
    stepUp: true,
    summary: 'Everything stored about the player, as one file. The export is recorded with its reason.',
    params: AccountParams,
    body: object({ Reason }),
    reply: object({
      ExportedAt: instant,
      Data: Type.Record(text(64), Type.Array(Type.Record(text(64), Type.Unknown())), {
        description: 'Rows by table',
      }),
    }),
    errors: ['NotFound', 'Conflict'],
  }),
  erase: route({
    method: 'POST',
    path: '/operator/players/{AccountId}/erase',
    access: ['operator'],
    permission: 'players.erase',
    audit: 'change',
    stepUp: true,
    secondPerson: true,
    summary: 'Erase an account for good, without the waiting period. A second operator has to approve it.',
    params: AccountParams,
    body: object({ Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
};
