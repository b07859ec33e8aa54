import type { Database } from '#server/db/database.ts';
import { savePlayerReport } from '#server/features/player-reports/save-player-report.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { findFriendOrSender, noSuchPlayer } from './find-friend-or-sender.ts';

export const createFriendReportRoutes = (database: Database): Pick<AreaHandlers<'playerReports'>, 'reportFriend'> => ({
  reportFriend: async ({ session: { accountId }, body }) => {
    const reportedAccountId = await findFriendOrSender(database.kysely, accountId, body);
    if (reportedAccountId === undefined) throw noSuchPlayer();
    await savePlayerReport(database, { accountId, reportedAccountId, reason: body.Reason, text: body.Text });
    return { Success: true };
  },
});
