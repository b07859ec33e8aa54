import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Downloads } from './downloads.ts';
import type { ReleaseChannelCaller, ReleaseChannels, UnlockedBranchRow } from './release-channels.ts';

export function createLauncherRoutes({
  database,
  channels,
  downloads,
}: {
  readonly database: Database;
  readonly channels: ReleaseChannels;
  readonly downloads: Downloads;
}): AreaHandlers<'launcher'> {
  const identify = async (
    game: string,
    session: () => Promise<{ readonly accountId: string } | undefined>,
  ): Promise<ReleaseChannelCaller> => {
    await requireGame(database.kysely, game);
    return { game, accountId: (await session())?.accountId };
  };
  return {
    activateKey: async ({ params: { Game }, body, session: { accountId } }) => {
      await requireGame(database.kysely, Game);
      const unlocked = await channels.redeemKey(body.Key, accountId, Game);
      return unlocked
        ? { Success: true, ...(unlocked.branch !== null && { Branch: unlocked.branch }) }
        : { Success: false };
    },
    availableBranches: async ({ params: { Game }, session }) => {
      const { branches, builds } = await channels.list(await identify(Game, session));
      return { Branches: branches, Builds: builds };
    },
    downloadDirect: async ({ params: { Game }, query: { Os }, session }) => {
      const Url = await downloads.requestDirect(await identify(Game, session), { os: Os });
      return { Url: requireFound(Url, `${Game} has no installer for you.`) };
    },
    requestDownload: async ({ params: { Game }, body: { Branch, Os, Installer }, session }) => {
      const wanted = { branch: Branch, os: Os, isInstaller: Installer };
      const SessionId = await downloads.request(await identify(Game, session), wanted);
      return { SessionId: requireFound(SessionId, `${Game} has no such build for you.`) };
    },
    download: async ({ params: { Game, SessionId }, session }) => {
      const found = await downloads.fetchDownload(await identify(Game, session), SessionId);
      const { url, buildId, state, bytes, sentBytes } = requireFound(found, expiredText);
      return {
        Url: url,
        BuildId: buildId,
        State: state,
        ...(bytes !== undefined && { Bytes: bytes, SentBytes: sentBytes ?? 0 }),
      };
    },
    finishDownload: async ({ params: { Game, SessionId }, body: { Outcome, Reason }, session }) => {
      const caller = await identify(Game, session);
      if (!(await downloads.report(caller, SessionId, { outcome: Outcome, reason: Reason })))
        throw new Problem('NotFound', expiredText);
    },
    manifest: async ({ params: { Game, Branch }, query: { Os }, session }) => {
      const caller = await identify(Game, session);
      const manifest = await channels.readManifest(caller, { branch: Branch, os: Os });
      return requireFound(manifest, `${Game} has no such build for you.`);
    },
    keys: async ({ session: { accountId } }) => ({
      Unlocked: (await channels.listUnlocked(accountId)).map(describeUnlocked),
      IsOffered: await channels.isOffered(),
    }),
    redeemKey: async ({ body, session: { accountId } }) => {
      const unlocked = await channels.redeemKey(body.Key, accountId);
      return unlocked ? { Unlocked: describeUnlocked(unlocked) } : {};
    },
  };
}

const expiredText = 'This download has expired. Request a new one.';

const describeUnlocked = ({ game, branch, used_at }: UnlockedBranchRow) => ({
  Game: game,
  ...(branch !== null && { Branch: branch }),
  ActivatedAt: used_at.toISOString(),
});

function requireFound<T>(found: T | undefined, otherwise: string): T {
  if (found === undefined) throw new Problem('NotFound', otherwise);
  return found;
}
