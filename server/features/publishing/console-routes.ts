// The console's calls for games: the list, builds, previews, publishing, and players by the game's own ids.
import { Problem } from '#model/problem.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { BuildFiles } from './build-files.ts';
import { buildFirstConfig } from './build-first-config.ts';
import { buildObject, gameObject } from './build-object.ts';
import { checkGameName } from './check-game-name.ts';
import { listConsoleBuilds } from './console-builds.ts';
import { listConsoleGames, readConsoleGame } from './console-games.ts';
import { listGamePlayers } from './console-players.ts';
import { requireDraft } from './find-draft.ts';
import { buildPlayAddress, buildPreviewAddress } from './game-paths.ts';
import { replacePreviewLink, revokePreviewLink } from './preview-link.ts';
import { pruneBuilds } from './prune-builds.ts';
import { discardDraft, publishDraft } from './publish-draft.ts';
import { refuseAsProblem } from './refuse-as-problem.ts';
import { rollBack } from './roll-back.ts';
import { readStoredGameConfig, saveGame } from './save-game.ts';
import { withGameLock } from './with-game-lock.ts';

export interface ConsoleGamesDeps extends Pick<Infrastructure, 'config' | 'database' | 'log' | 'now'> {
  readonly buildFiles: BuildFiles;
}

type GamesCall =
  | 'list'
  | 'show'
  | 'create'
  | 'previewLink'
  | 'endPreview'
  | 'publish'
  | 'rollBack'
  | 'discard'
  | 'prune'
  | 'players';

export function createConsoleGameRoutes(deps: ConsoleGamesDeps): Pick<AreaHandlers<'operatorGames'>, GamesCall> {
  const { config, database, buildFiles, now } = deps;
  const { kysely } = database;
  return {
    list: async ({ query, operator }) => ({
      Games: await listConsoleGames(
        kysely,
        { games: operator.games, search: query.Search, after: query.AfterGame, limit: query.Limit ?? 50 },
        now(),
      ),
    }),
    show: async ({ params: { Game }, operator }) => ({
      Summary: await readConsoleGame(kysely, Game, now()),
      PlayUrl: buildPlayAddress(config, Game),
      Builds: await listConsoleBuilds(kysely, Game, { buildFiles, now: now() }),
      NeedsApproval: needsApproval(operator),
    }),
    create: async ({ body: { NewGame, Title }, operator, audit }) => {
      if (operator.games !== undefined)
        throw new Problem('Forbidden', 'An operator of the portal creates games and assigns them to studios.');
      await refuseAsProblem(async () => checkGameName(NewGame, config));
      await createGame(deps, NewGame, Title, audit.change);
      return readConsoleGame(kysely, NewGame, now());
    },
    previewLink: async ({ params: { Game }, body: { Build, Days }, audit }) => {
      await requireGame(kysely, Game);
      const asked = { build: Build, days: Days };
      const { token, days } = await refuseAsProblem(() => replacePreviewLink(database, Game, asked, audit.change));
      return { Url: buildPreviewAddress(config, Game, token), Days: days };
    },
    endPreview: async ({ params: { Game }, body: { Build }, audit }) => {
      await requireGame(kysely, Game);
      await refuseAsProblem(() => revokePreviewLink(database, Game, Build, audit.change));
      return { Success: true };
    },
    publish: async ({ params: { Game }, body: { Build, Reason }, audit, approval }) => {
      await requireGame(kysely, Game);
      const { sha, description } = await refuseAsProblem(() => requireDraft(database, Game, Build));
      await approval.require({
        object: buildObject(Game, Build),
        state: { sha },
        reason: Reason ?? description,
        rule: { for: 'publishing' },
      });
      const record = withReason(audit.change, Reason);
      const { number, isHidden } = await refuseAsProblem(() =>
        publishDraft(Game, Build, { database, buildFiles, record }),
      );
      return { Build: number, IsHidden: isHidden };
    },
    rollBack: async ({ params: { Game }, body: { Build, Reason }, audit }) => {
      await requireGame(kysely, Game);
      const record = withReason(audit.change, Reason);
      const { number } = await refuseAsProblem(() => rollBack(Game, Build, { database, buildFiles, now, record }));
      return { Build: number };
    },
    discard: async ({ params: { Game }, body: { Build, Reason }, audit }) => {
      await requireGame(kysely, Game);
      const record = withReason(audit.change, Reason);
      await refuseAsProblem(() => discardDraft(Game, Build, { database, buildFiles, record }));
      return { Success: true };
    },
    prune: async ({ params: { Game }, body: { Keep, Reason }, audit }) => {
      await requireGame(kysely, Game);
      // There may be nothing to delete.
      audit.noChange();
      const record = withReason(audit.change, Reason);
      const { gone } = await refuseAsProblem(() => pruneBuilds(Game, Keep, { database, buildFiles, record }));
      return { Removed: gone };
    },
    players: async ({ params: { Game }, query }) => {
      await requireGame(kysely, Game);
      const players = await listGamePlayers(kysely, {
        game: Game,
        gameUid: query.GameUid,
        after: query.AfterGameUid,
        limit: query.Limit ?? 50,
      });
      return {
        Players: players.map(({ game_uid, connected_at, last_played_at, plays, purchases }) => ({
          GameUid: game_uid,
          ConnectedAt: connected_at.toISOString(),
          Plays: plays,
          Purchases: purchases,
          ...(last_played_at && { LastPlayedAt: last_played_at.toISOString() }),
        })),
      };
    },
  };
}

const needsApproval = ({ studio }: OperatorCaller): boolean => studio !== undefined && !studio.isTrusted;

const withReason =
  (record: RecordChange, reason: string | undefined): RecordChange =>
  (trx, entry) =>
    record(trx, { ...entry, reason });

async function createGame(
  { config, database, log }: ConsoleGamesDeps,
  game: string,
  title: string,
  record: RecordChange,
): Promise<void> {
  const portal = await createPortalConfigReader(database, log)();
  const first = buildFirstConfig({
    game,
    title,
    orientation: undefined,
    portal,
    paths: [],
    sells: !config.production,
  });
  await withGameLock(database, game, () =>
    database.transaction(async (trx) => {
      if (await readStoredGameConfig(trx, game)) throw new Problem('Conflict', `There is a game ${game} already.`);
      await saveGame(trx, game, first);
      await trx.updateTable('games').set({ published: false }).where('game', '=', game).execute();
      await record(trx, { object: gameObject(game), after: { Title: title, Published: false } });
    }),
  );
}
