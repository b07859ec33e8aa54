// Moderation: reviews, players' names, and word lists. Leaderboard entries are in contract/leaderboards.ts.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { maxReportText, PlayerReportReason } from '#model/player-report.ts';
import { Rating } from '#model/review.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

export const OperatorReview = object({
  Game: GameName,
  GameUid: Type.Optional(text(128)),
  AccountId: Type.Optional(Type.String({ ...uuid, description: 'Absent for operators of a studio' })),
  Name: Type.Optional(text(200)),
  Rating,
  Text: text(1000),
  UpdatedAt: instant,
  IsHidden: Type.Boolean(),
});

export const ReportedPlayer = object({
  AccountId: uuid,
  Name: text(200),
  IsBlocked: Type.Boolean(),
  Count: Type.Integer({ minimum: 1, description: 'Open reports, each of another player or of another name' }),
  LastAt: instant,
  Reasons: Type.Array(object({ Reason: PlayerReportReason, Count: Type.Integer({ minimum: 1 }) })),
  Latest: Type.Array(
    object({
      Reason: PlayerReportReason,
      Text: text(maxReportText),
      Name: text(200, { description: 'The name that was reported' }),
      Game: Type.Optional(GameName),
      Leaderboard: Type.Optional(text(63)),
      At: instant,
    }),
    { description: 'The latest 20, without who reported' },
  ),
});

export const WordListInfo = object({
  Game: Type.Optional(GameName),
  Words: Type.Array(text(60)),
  UpdatedAt: Type.Optional(Type.String({ ...instant, description: 'Absent: no list has been saved' })),
});

const Reason = text(1000, { minLength: 1, pattern: '\\S', description: 'Why, for the audit log' });
const Words = Type.Array(text(60, { pattern: '\\S' }), { maxItems: 5000 });

export const operatorModerationRoutes = {
  reviews: route({
    method: 'GET',
    path: '/operator/moderation/reviews',
    access: ['operator'],
    permission: 'moderation.read',
    audit: 'read',
    limitsToGames: true,
    summary: 'Reviews, latest first. Operators of a studio see those of its games, without the accounts.',
    query: object({
      Game: Type.Optional(GameName),
      IsHidden: Type.Optional(Type.Boolean()),
      MaxRating: Type.Optional(Rating),
      Before: Type.Optional(Type.String({ ...instant, description: 'The next page: `NextBefore` of this one' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Reviews: Type.Array(OperatorReview), NextBefore: Type.Optional(instant) }),
  }),
  changeReview: route({
    method: 'POST',
    path: '/operator/moderation/change_review',
    access: ['operator'],
    permission: 'moderation.change',
    audit: 'change',
    summary:
      "Hide a review, or show it again. A hidden review doesn't count in the game's rating. `Success` is false if nothing changed.",
    body: object({ AccountId: uuid, Game: GameName, Change: oneOf(['Hide', 'Show']), Reason }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
  reports: route({
    method: 'GET',
    path: '/operator/moderation/reports',
    access: ['operator'],
    permission: 'moderation.read',
    audit: 'read',
    summary: 'Players with open reports, most reported first. Operators of a studio have no access.',
    query: object({
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Players: Type.Array(ReportedPlayer), Total: Type.Integer({ minimum: 0 }) }),
  }),
  dismissReports: route({
    method: 'POST',
    path: '/operator/moderation/dismiss_reports',
    access: ['operator'],
    permission: 'moderation.change',
    audit: 'change',
    summary:
      'Dismiss the open reports of a player. Renaming or blocking the player, and hiding scores, resolves reports by itself. `Success` is false if there were none.',
    body: object({ AccountId: uuid, Reason }),
    reply: SuccessReply,
  }),
  names: route({
    method: 'GET',
    path: '/operator/moderation/names',
    access: ['operator'],
    permission: 'players.read',
    audit: 'read',
    summary: 'Names that the word filter would mask, among the next 2,000 players, newest first.',
    query: object({
      BeforeAccountId: Type.Optional(Type.String({ ...uuid, description: 'The next page: `NextBeforeAccountId`' })),
    }),
    reply: object({
      Players: Type.Array(object({ AccountId: uuid, Name: text(200), Masked: text(200), CreatedAt: instant })),
      NextBeforeAccountId: Type.Optional(Type.String({ ...uuid, description: 'Absent: there are no older players' })),
    }),
  }),
  wordLists: route({
    method: 'GET',
    path: '/operator/moderation/word_lists',
    access: ['operator'],
    permission: 'moderation.read',
    limitsToGames: true,
    summary: "The portal's word list and those of games. Operators of a studio see those of its games.",
    reply: object({
      Lists: Type.Array(WordListInfo),
      HasShippedList: Type.Boolean({ description: 'The portal has no list of its own, so the shipped one is used' }),
    }),
  }),
  saveWordList: route({
    method: 'POST',
    path: '/operator/moderation/save_word_list',
    access: ['operator'],
    permission: 'moderation.change',
    audit: 'change',
    summary: 'Replace a word list. Fails if it has changed since `UpdatedAt`.',
    body: object({
      Game: Type.Optional(GameName),
      Words,
      UpdatedAt: Type.Optional(Type.String({ ...instant, description: 'As read. Absent: there was no list' })),
      Reason,
    }),
    reply: WordListInfo,
    errors: ['UnknownGame', 'Conflict'],
  }),
  removeWordList: route({
    method: 'POST',
    path: '/operator/moderation/remove_word_list',
    access: ['operator'],
    permission: 'moderation.change',
    audit: 'change',
    summary:
      'Remove a word list. Without a list of the portal the shipped one is used. `Success` is false if none was saved.',
    body: object({ Game: Type.Optional(GameName), Reason }),
    reply: SuccessReply,
    errors: ['UnknownGame'],
  }),
  testWords: route({
    method: 'POST',
    path: '/operator/moderation/test_words',
    access: ['operator'],
    permission: 'moderation.read',
    summary: 'Show what the filter makes of a text.',
    body: object({ Game: Type.Optional(GameName), Text: text(4000), Locale: Type.Optional(Locale) }),
    reply: object({ Text: text(4000), Changed: Type.Boolean() }),
    errors: ['UnknownGame'],
  }),
};
