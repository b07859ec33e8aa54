// Players report other players to the moderators.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { LeaderboardId } from '#model/leaderboard.ts';
import { playerReportFields } from '#model/player-report.ts';
import { route } from '#model/route.ts';
import { SuccessReply, object, uuid } from '#model/schema.ts';
import { shownEntriesFields } from './leaderboards.ts';

export const playerReportRoutes = {
  reportFriend: route({
    method: 'POST',
    path: '/friends/report',
    access: ['whole'],
    summary:
      "Report a friend or the sender of a friend request to the moderators. Reporting the same player again changes the report. They aren't told.",
    body: object({ FriendAccountId: Type.Optional(uuid), RequestId: Type.Optional(uuid), ...playerReportFields }),
    reply: SuccessReply,
    errors: ['NotFound'],
    perMinute: 10,
  }),
  reportOnLeaderboard: route({
    method: 'POST',
    path: '/leaderboards/report_player',
    access: ['whole'],
    summary:
      "Report a player on a leaderboard to the moderators, using the id that `entries` returned to this caller, and the same view and period. Reporting the same player again changes the report. They aren't told.",
    body: object({
      Game: GameName,
      Leaderboard: LeaderboardId,
      ...shownEntriesFields,
      PlayerId: uuid,
      ...playerReportFields,
    }),
    reply: SuccessReply,
    errors: ['NotFound', 'UnknownGame', 'UnknownLeaderboard'],
    perMinute: 10,
  }),
};
