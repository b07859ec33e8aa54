import { sql } from 'kysely';
import { fallbackLocale, localizedText } from '#model/locale.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { buildFirstConfig } from '#server/features/publishing/build-first-config.ts';
import { findGameFaults } from '#server/features/publishing/check-game-document.ts';
import { checkGameName } from '#server/features/publishing/check-game-name.ts';
import type { GameDocument, QuestEntry } from '#server/features/publishing/game-document.ts';
import { readGames } from '#server/features/publishing/read-game-document.ts';
import { saveGame } from '#server/features/publishing/save-game.ts';
import { writeGame } from '#server/features/publishing/write-game-document.ts';
import type { ContentKind, ContentTools, Given } from '../content-kind.ts';
import { buildPath } from '../content-place.ts';
import { findPortal } from './portal-kind.ts';

type GameEntry = Omit<GameDocument, 'Builds'>;

/**
 * A game with its event rules and quests. Its builds are no content: which one is played says `npm run games`, and no folder that
 * is older than a build takes it back.
 */
export const gameKind: ContentKind = {
  read: async (db) => {
    const games = await readGames(db);
    return games.map((value) => ({
      place: { kind: 'game', path: buildPath(value.Game, 'game.json'), game: value.Game, name: '' },
      value,
    }));
  },
  prepare: (given, tools) => {
    const { place, value, folder, current } = given;
    const game = place.game ?? '';
    if (!isObject(value)) return { faults: ['/ must be an object'] };
    if ('Builds' in value) return { faults: ['/Builds is no content: builds are put in by npm run games'] };
    const entry = complete(given, game, value);
    const faults = [
      ...(given.before ? [] : nameFaults(game, tools)),
      ...findGameFaults(game, { ...entry, Builds: [] }, tools.config.publicUrl.origin),
    ];
    if (faults.length > 0) return { faults };
    const lost = (entry as unknown as GameEntry).SharedWith.flatMap((other, at) => {
      const path = buildPath(other, 'game.json');
      return folder.has(path) || current.has(path) ? [] : [`/SharedWith/${at} is ${other}, and there is no such game`];
    });
    return lost.length > 0 ? { faults: lost } : { value: entry };
  },
  write: async (trx, { value }) => {
    const { questsGone, progressLost } = await writeGame(trx, value as GameEntry);
    if (questsGone === 0) return [];
    return [`${questsGone} quests are gone, with what ${progressLost} players had done for them`];
  },
  describe: (value) => {
    const { Published, Config } = value as GameEntry;
    return `${localizedText(Config.StorePage.Title, fallbackLocale)}${Published ? '' : ', hidden'}`;
  },
  describeLoss: (before, after) => {
    const left = new Set((after as GameEntry).Quests.map(({ Id }) => Id));
    const gone = (before as GameEntry).Quests.filter(({ Id }) => !left.has(Id));
    if (gone.length === 0) return undefined;
    return `quests that go, with what players have done for them: ${gone.map(({ Code }) => Code).join(', ')}`;
  },
  idsOf: (value) => (value as GameEntry).Quests.flatMap(({ Id }) => Id ?? []),
  remove: {
    outcome: (value) => ((value as GameEntry).Published ? 'the game is hidden; nothing of it is deleted' : undefined),
    run: async (trx, { place }) => {
      await trx
        .updateTable('games')
        .set({ published: false, updated_at: sql`now()` })
        .where('game', '=', place.game ?? '')
        .execute();
    },
  },
};

/** Makes room for games that are new, so that others may name them. */
export const insertGame: ContentKind['write'] = async (trx, { value }) => {
  const { Game, Config } = value as GameEntry;
  await saveGame(trx, Game, Config);
  return [];
};

/** What is left out is as for a game that was just put in; quests without an Id are those of their code. */
function complete(given: Given, game: string, value: Record<string, unknown>): Record<string, unknown> {
  const { folder, current, before } = given;
  const first = buildFirstConfig({
    game,
    title: undefined,
    orientation: undefined,
    portal: findPortal(folder) ?? findPortal(current) ?? defaultPortalConfig,
    paths: [],
    sells: false,
  });
  const { Config, Quests = [] } = value;
  const was = before?.value as GameEntry | undefined;
  return {
    Game: game,
    Position: was?.Position ?? 0,
    Published: true,
    ImportAllowed: false,
    ForPlayers: {},
    SendsEvents: false,
    EventRules: [],
    SharedWith: [],
    ...value,
    Config: isObject(Config)
      ? {
          ...first,
          // Its build has said so.
          ...(was && { PlayGameType: was.Config.PlayGameType }),
          ...Config,
          Store: isObject(Config['Store']) ? { ...first.Store, ...Config['Store'] } : (Config['Store'] ?? first.Store),
          StorePage: isObject(Config['StorePage'])
            ? { ...first.StorePage, ...Config['StorePage'] }
            : (Config['StorePage'] ?? first.StorePage),
        }
      : (Config ?? first),
    Quests: Array.isArray(Quests) ? nameQuests(Quests as Partial<QuestEntry>[], was?.Quests ?? []) : Quests,
  };
}

function nameQuests(given: readonly Partial<QuestEntry>[], before: readonly QuestEntry[]): unknown[] {
  const named = new Set(given.map((quest) => quest?.Id));
  const free = before.filter(({ Id }) => !named.has(Id));
  return given.map((quest) => {
    if (!isObject(quest) || quest.Id !== undefined) return quest;
    const at = free.findIndex(({ Code }) => Code === quest.Code);
    return at < 0 ? quest : { Id: free.splice(at, 1)[0]?.Id, ...quest };
  });
}

function nameFaults(game: string, { config }: ContentTools): string[] {
  try {
    checkGameName(game, config);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
