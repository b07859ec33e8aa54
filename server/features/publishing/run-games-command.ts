import { sql } from 'kysely';
import { recordCommand, type RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { describePreviewLink } from './add-draft.ts';
import { addGame } from './add-game.ts';
import { parseGameDocument } from './check-game-document.ts';
import { bundleGame } from './bundle-game.ts';
import { gameObject } from './build-object.ts';
import { buildPlayAddress } from './game-paths.ts';
import { formatBuildList } from './format-build-list.ts';
import { listGames } from './list-games.ts';
import { openBuildFiles } from './open-build-files.ts';
import { withGameLock } from './with-game-lock.ts';
import { replacePreviewLink, revokePreviewLink } from './preview-link.ts';
import { pruneBuilds } from './prune-builds.ts';
import { discardDraft, publishDraft } from './publish-draft.ts';
import type { GamesCommandArguments, PreviewLinkOptions } from './read-games-arguments.ts';
import { reportPictures } from './report-pictures.ts';
import { readGameDocument } from './read-game-document.ts';
import { countRowsToDelete, removeGame } from './remove-game.ts';
import { rollBack } from './roll-back.ts';
import { readStoredGameConfig } from './save-game.ts';
import { uploadToStore } from './upload-to-store.ts';
import { writeGameDocument } from './write-game-document.ts';

interface GamesCommandParts extends Pick<
  DatabaseCommandDeps,
  'config' | 'database' | 'sealer' | 'log' | 'now' | 'report'
> {
  readonly json: string;
  readonly from: string;
  readonly fetch?: SafeFetch;
  /** Who runs the command, for the audit log. */
  readonly operator: string;
}

type RecordingParts = GamesCommandParts & { readonly record: RecordChange };

export async function runGamesCommand(asked: GamesCommandArguments, given: GamesCommandParts): Promise<void> {
  const parts = { ...given, record: recordCommand(`games ${asked.action}`, given.operator) };
  const { record } = parts;
  const { report, database, config } = parts;
  if (asked.action === 'add') {
    await addGame(asked, parts);
    return asked.isDraft === true ? undefined : reportPictures(asked.game, parts);
  }
  if (asked.action === 'list') {
    const lines = await listGames(database, config, parts.now());
    for (const line of lines) report(line);
    if (lines.length === 0) report('No games yet. Add one: npm run games -- add <game> <folder>');
    return;
  }
  if (asked.action === 'pictures' && asked.game === undefined) return reportPictures(undefined, parts);
  if (asked.action === 'upload' && asked.game === undefined) return uploadToStore(undefined, parts);
  const game = asked.game ?? '';
  if (!(await readStoredGameConfig(database.kysely, game)))
    throw new Error(`There is no game ${JSON.stringify(game)}. List all games: npm run games -- list`);
  const buildFiles = openBuildFiles(config, database);
  switch (asked.action) {
    case 'show':
      return report(JSON.stringify(await readGameDocument(database.kysely, game), undefined, 2));
    case 'set':
      return setGame(game, parts);
    case 'hide':
    case 'unhide':
      return publish(game, asked.action === 'unhide', parts);
    case 'builds': {
      const lines = await formatBuildList(game, { database, buildFiles, now: parts.now });
      for (const line of lines) report(line);
      return lines.length === 0 ? report(`${game} has no builds: it is hosted elsewhere.`) : undefined;
    }
    case 'rollback': {
      const { from, number } = await rollBack(game, asked.build, { database, buildFiles, now: parts.now, record });
      return report(
        `Build ${from} of ${game} is live again, as build ${number}. Players get it the next time they start the game.`,
      );
    }
    case 'publish':
      return publishBuild(game, asked.build, parts);
    case 'preview':
      return changePreview(game, asked, parts);
    case 'discard':
      await discardDraft(game, asked.build, { database, buildFiles, record });
      return report(`Draft ${asked.build} of ${game} is removed. Its preview link no longer works.`);
    case 'bundle':
      return bundleGame(asked, parts);
    case 'pictures':
      return reportPictures(game, parts);
    case 'upload':
      return uploadToStore(game, parts);
    case 'prune': {
      const { gone, kept } = await pruneBuilds(game, asked.keep, { database, buildFiles, record });
      const left = kept.length === 0 ? '' : ` Still there: ${kept.join(', ')}.`;
      return report(gone.length === 0 ? `Nothing to prune.${left}` : `Removed: build ${gone.join(', ')}.${left}`);
    }
    case 'remove':
      return remove(game, asked.isSure, parts);
  }
}

async function setGame(game: string, parts: RecordingParts): Promise<void> {
  const { json, database, config, report, record } = parts;
  const document = parseGameDocument(game, json, config.publicUrl.origin);
  const { questsGone, progressLost, achievementsGone } = await withGameLock(database, game, () =>
    writeGameDocument(database, document, { record }),
  );
  report(`${game} is saved. Nodes use it within seconds.`);
  if (questsGone > 0) report(`${questsGone} quests removed, with the progress of ${progressLost} players.`);
  if (achievementsGone.length > 0)
    report(`Achievements removed: ${achievementsGone.join(', ')}. Players keep those that they have unlocked.`);
  await reportPictures(game, parts);
}

async function publishBuild(game: string, wanted: number | undefined, parts: RecordingParts): Promise<void> {
  const { report, database, config, record } = parts;
  const { draft, number, isNowListed, isHidden } = await publishDraft(game, wanted, {
    database,
    buildFiles: openBuildFiles(config, database),
    record,
  });
  report(
    draft === number
      ? `Build ${number} of ${game} is live. Players get it the next time they start the game.`
      : `Draft ${draft} of ${game} is live as build ${number}, because a build was added after it. Players get it the next time they start the game.`,
  );
  if (isNowListed) report(`${game} is in the portal now.`);
  report(
    isHidden
      ? `${game} is hidden. To show it: npm run games -- unhide ${game}`
      : `It plays at ${buildPlayAddress(config, game)}`,
  );
  await reportPictures(game, parts);
}

async function changePreview(
  game: string,
  { build, days, isRevoked }: PreviewLinkOptions,
  { report, database, config, record }: RecordingParts,
): Promise<void> {
  if (isRevoked) {
    const { number } = await revokePreviewLink(database, game, build, record);
    return report(`The preview link of draft ${number} of ${game} ends within seconds.`);
  }
  const link = await replacePreviewLink(database, game, { build, days }, record);
  for (const line of describePreviewLink(config, { game, ...link })) report(line);
}

async function publish(game: string, published: boolean, { database, report, record }: RecordingParts): Promise<void> {
  await withGameLock(database, game, () =>
    database.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('games')
        .set({ published, updated_at: sql`now()` })
        .where('game', '=', game)
        .where('published', '<>', published)
        .executeTakeFirst();
      if (numUpdatedRows > 0n)
        await record(trx, {
          object: gameObject(game),
          before: { Published: !published },
          after: { Published: published },
        });
    }),
  );
  report(published ? `${game} is in the portal again.` : `${game} is hidden: players can't find or start it.`);
}

async function remove(
  game: string,
  isSure: boolean,
  { database, config, report, record }: RecordingParts,
): Promise<void> {
  const losses = await countRowsToDelete(database, game);
  const lines = losses.map(({ rows, what }) => `  - ${rows} ${what}`);
  const kept = losses.filter(({ mustStay }) => mustStay);
  if (kept.length > 0)
    throw new Error(
      `${game} cannot be removed: ${kept.map(({ rows, what }) => `${rows} ${what}`).join(', ')} must stay. Hide it instead: npm run games -- hide ${game}`,
    );
  report([`With ${game} go its files and:`, ...(lines.length === 0 ? ['  - nothing else'] : lines)].join('\n'));
  if (!isSure) throw new Error(`Nothing was removed. To remove it for good: npm run games -- remove ${game} --yes`);
  await removeGame(game, { database, buildFiles: openBuildFiles(config, database), record });
  report(`${game} removed.`);
}
