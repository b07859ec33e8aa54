import { Type, type Static } from 'typebox';
import { instant, localized, object, oneOf, text, uuid } from './schema.ts';

export const maxLeaderboardScore = Number.MAX_SAFE_INTEGER;
/** In one reply. */
export const maxLeaderboardEntries = 50;
export const LeaderboardScore = Type.Integer({ minimum: -maxLeaderboardScore, maximum: maxLeaderboardScore });
export const LeaderboardId = text(64, { minLength: 1, description: 'Id of a leaderboard in the configuration' });
export const LeaderboardPeriod = oneOf(['AllTime', 'Daily', 'Weekly', 'Season']);
export type LeaderboardPeriod = Static<typeof LeaderboardPeriod>;

export const LeaderboardSeason = object({
  Id: Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9_.-]{1,40}$' }),
  Name: Type.Optional(localized(100)),
  From: instant,
  To: instant,
});

/** A leaderboard as a game's configuration declares it. */
export const Leaderboard = object({
  Id: text(64),
  Name: localized(100),
  Ascending: Type.Boolean({ description: 'True: the lowest score is the best' }),
  Keeps: Type.Optional(
    oneOf(['Best', 'Last', 'Sum'], { description: "Which of a player's scores counts. Default: `Best`" }),
  ),
  Periods: Type.Optional(
    Type.Array(oneOf(['AllTime', 'Daily', 'Weekly']), {
      uniqueItems: true,
      maxItems: 3,
      description: 'Days and weeks are in UTC; weeks start on Monday. Default: `AllTime`, or none if it has seasons',
    }),
  ),
  Seasons: Type.Optional(
    Type.Array(LeaderboardSeason, {
      maxItems: 200,
      description: 'Past seasons stay readable as long as they are listed',
    }),
  ),
  MinScore: Type.Optional(Type.Integer({ ...LeaderboardScore, description: 'Lower scores are refused' })),
  MaxScore: Type.Optional(Type.Integer({ ...LeaderboardScore, description: 'Higher scores are refused' })),
  SubmittedBy: Type.Optional(
    oneOf(['Page', 'Server'], {
      description:
        "Whose scores count. `Page`: those of the game in the player's browser, which players can forge, and of the game's server. `Server`: only those of the game's server. Default: `Page`",
    }),
  ),
  MaxPerMinute: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      description: "How many scores of one player the game's page may submit in a minute. Default: 10",
    }),
  ),
  Format: Type.Optional(
    oneOf(['Number', 'Milliseconds'], { description: 'How the portal shows scores. Default: `Number`' }),
  ),
});
export type Leaderboard = Static<typeof Leaderboard>;

/** The player on a leaderboard. */
export const LeaderboardStanding = object({
  Score: LeaderboardScore,
  Rank: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: an operator has hidden the entry' })),
});

export const LeaderboardEntry = object({
  Rank: Type.Integer({ minimum: 1 }),
  Score: LeaderboardScore,
  Name: text(80, { description: '`Player` for players who are not friends and do not show their name to others' }),
  IsYou: Type.Boolean(),
  PlayerId: Type.Optional({
    ...uuid,
    description: 'For reporting the player: valid only for this caller, who is signed in to the portal itself',
  }),
  FriendUid: Type.Optional({ ...uuid, description: 'Only for friends: their id, as in the list of friends' }),
});
export type LeaderboardEntry = Static<typeof LeaderboardEntry>;
