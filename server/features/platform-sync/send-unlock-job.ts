import { AchievementCode } from '#model/achievement.ts';
import { GameName } from '#model/game.ts';
import { object, text, uuid } from '#model/schema.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { sendToPlatform, type SendToPlatformDeps } from './send-to-platform.ts';

const UnlockToSend = object({ accountId: uuid, game: GameName, code: AchievementCode, platform: text(40) });

export type SendUnlockJob = ReturnType<typeof defineSendUnlockJob>;

export const defineSendUnlockJob = (deps: SendToPlatformDeps) =>
  defineJob({
    name: 'platform-achievement',
    schema: UnlockToSend,
    retryLimit: 16,
    run: (data) =>
      sendToPlatform(deps, data, async ({ platform, achievements }, externalId, host) => {
        const name = achievements[data.code];
        if (name === undefined || !(await isUnlocked(deps, data))) return undefined;
        return platform.adapter.achievements?.unlock({ externalId, achievement: name }, host);
      }),
  });

/** False after the account was erased. */
async function isUnlocked(
  { database: { kysely } }: Pick<SendToPlatformDeps, 'database'>,
  { accountId, game, code }: { readonly accountId: string; readonly game: string; readonly code: string },
): Promise<boolean> {
  const row = await kysely
    .selectFrom('player_achievements')
    .select('code')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .where('code', '=', code)
    .where('unlocked_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
