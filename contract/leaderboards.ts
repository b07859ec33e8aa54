// A game's session reads and writes only the leaderboards of that game.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import {
  LeaderboardEntry,
  LeaderboardId,
  LeaderboardPeriod,
  LeaderboardScore,
  LeaderboardStanding,
  maxLeaderboardEntries,
} from '#model/leaderboard.ts';
import { Locale } from '#model/locale-schema.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { instant, localized, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

const periodFields = {
  Period: Type.Optional({ ...LeaderboardPeriod, description: "Default: the leaderboard's first period" }),
  Ago: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 200,
      description: '1: the period before, and so on. Default: 0, the current one',
    }),
  ),
};

/** Which entries of a leaderboard are shown. */
export const shownEntriesFields = {
  View: Type.Optional(oneOf(['Top', 'Around', 'Friends'], { description: 'Default: `Top`' })),
  ...periodFields,
};

const submissionFields = {
  Leaderboard: LeaderboardId,
  Score: LeaderboardScore,
  SubmissionId: Type.Optional(Type.String({ ...uuid, description: 'Chosen by the sender. A repeated id counts once' })),
};

const standingFields = {
  ...LeaderboardStanding.properties,
  Improved: Type.Boolean({ description: 'Whether the player now ranks with a better score' }),
};

const submissionErrors = ['UnknownLeaderboard', 'LeaderboardClosed'] as const;

export const leaderboardRoutes = {
  entries: route({
    method: 'GET',
    path: '/leaderboards/entries',
    access: ['anyone', ...allSessionKinds],
    summary:
      'Entries of a leaderboard: the best, those around the caller, or those of the caller and their friends, ranked among each other. Of equal scores the earlier ranks first.',
    query: object({
      Game: GameName,
      Leaderboard: LeaderboardId,
      ...shownEntriesFields,
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLeaderboardEntries, description: 'Default: 10' })),
      Locale: Type.Optional({ ...Locale, description: 'The language of names that are not shown' }),
    }),
    reply: object({
      Entries: Type.Array(LeaderboardEntry),
      Total: Type.Integer({ minimum: 0, description: 'How many players have an entry' }),
      You: Type.Optional(LeaderboardStanding),
      Period: LeaderboardPeriod,
      StartsAt: Type.Optional(instant),
      EndsAt: Type.Optional(instant),
      SeasonName: Type.Optional(localized(100)),
      PastPeriods: Type.Integer({ minimum: 0, description: 'The highest value of `Ago`' }),
    }),
    errors: ['UnknownGame', 'UnknownLeaderboard', 'Unauthenticated'],
    perMinute: 120,
  }),
  submit: route({
    method: 'POST',
    path: '/leaderboards/submit',
    access: allSessionKinds,
    summary:
      "Submit a score of the caller. The leaderboard's bounds and rate apply. The reply refers to its first open period.",
    body: object({ Game: GameName, ...submissionFields }),
    reply: object({
      ...standingFields,
      BeatenFriends: Type.Array(text(80), { description: 'Names of up to ten friends who now rank behind the caller' }),
    }),
    errors: ['UnknownGame', 'SignInAgain', ...submissionErrors],
    perMinute: 120,
  }),
  report: route({
    method: 'POST',
    path: '/leaderboards/report',
    access: ['game'],
    summary:
      "Submit a score of a player of this game, as the game's server knows it. The bounds apply, the rate doesn't.",
    body: object({ GameUid: text(128, { minLength: 1 }), ...submissionFields }),
    reply: object(standingFields),
    errors: ['NotFound', ...submissionErrors],
    perMinute: 1200,
  }),
  operatorEntries: route({
    method: 'GET',
    path: '/operator/content/leaderboard_entries',
    access: ['operator'],
    permission: 'moderation.read',
    audit: 'read',
    summary: 'The best entries of a leaderboard with the accounts, and the hidden ones.',
    query: object({
      Game: GameName,
      Leaderboard: LeaderboardId,
      ...periodFields,
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 100' })),
    }),
    reply: object({
      Entries: Type.Array(
        object({
          AccountId: uuid,
          Name: text(200),
          Score: LeaderboardScore,
          ReachedAt: instant,
          Rank: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: hidden, or the account is blocked' })),
          Hidden: Type.Boolean(),
        }),
      ),
    }),
    errors: ['UnknownGame', 'UnknownLeaderboard'],
  }),
  changeEntries: route({
    method: 'POST',
    path: '/operator/content/change_leaderboard_entries',
    access: ['operator'],
    permission: 'moderation.change',
    audit: 'change',
    summary:
      "Hide, show or remove a player's entries on a leaderboard, in all periods. Hidden entries stay hidden when the player submits again; after a removal the player can submit again. `Success` is false if nothing changed.",
    body: object({
      Game: GameName,
      Leaderboard: LeaderboardId,
      AccountId: uuid,
      Change: oneOf(['Hide', 'Show', 'Remove']),
      Reason: Type.Optional(text(1000, { description: 'Why, for the audit log' })),
    }),
    reply: SuccessReply,
    errors: ['UnknownGame'],
  }),
};
