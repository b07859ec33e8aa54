import { sql } from 'kysely';
import { fallbackLocale, chooseLocalizedText } from '#model/locale.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { buildFirstConfig } from '#server/features/publishing/build-first-config.ts';
import { validateGameDocument } from '#server/features/publishing/check-game-document.ts';
import { checkGameName } from '#server/features/publishing/check-game-name.ts';
import type { GameDocument, QuestEntry } from '#server/features/publishing/game-document.ts';
import { readGameDocuments } from '#server/features/publishing/read-game-document.ts';
import { saveGame } from '#server/features/publishing/save-game.ts';
import { writeGameExceptBuilds } from '#server/features/publishing/write-game-document.ts';
import type { ContentTypeHandler, ContentTools, PrepareContentParams } from '../content-type.ts';
import { buildContentPath } from '../content-place.ts';
import { isObject } from '../is-object.ts';
import { findPortalConfigEntry } from './portal-content.ts';

type GameEntry = Omit<GameDocument, 'Builds'>;

/**
 * A game with its event rules, quests and achievements. Builds are not content: `npm run games` selects the live one, so that an
 * older folder can't revert it.
 */
export const gameContentHandler: ContentTypeHandler<GameEntry> = {
  read: async (db) => {
    const games = await readGameDocuments(db);
    return games.map((value) => ({
      place: { type: 'game', path: buildContentPath(value.Game, 'game.json'), game: value.Game, name: '' },
      value,
    }));
  },
  prepare: (given, tools) => {
    const { place, value, folder, current } = given;
    const game = place.game ?? '';
    if (!isObject(value)) return { faults: ['/ must be an object'] };
    if ('Builds' in value) return { faults: ["/Builds isn't content: add builds with npm run games"] };
    const entry = complete(given, game, value);
    const checked = validateGameDocument(game, { ...entry, Builds: [] }, tools.config.publicUrl.origin);
    const faults = [...(given.before ? [] : nameFaults(game, tools)), ...('faults' in checked ? checked.faults : [])];
    if (faults.length > 0 || 'faults' in checked) return { faults };
    const { Builds: _, ...whole } = checked.value;
    const isGame = (other: string): boolean => {
      const path = buildContentPath(other, 'game.json');
      return folder.has(path) || current.has(path);
    };
    const lost = [
      ...whole.SharedWith.flatMap((other, at) =>
        isGame(other) ? [] : [`/SharedWith/${at} is ${other}, which isn't a game here`],
      ),
      ...whole.Quests.flatMap(({ Reward: { Game: other } = {} }, at) =>
        other === undefined || isGame(other) ? [] : [`/Quests/${at}/Reward/Game is ${other}, which isn't a game here`],
      ),
    ];
    return lost.length > 0 ? { faults: lost } : { value: whole };
  },
  insert: (trx, { value: { Game, Config } }) => saveGame(trx, Game, Config),
  write: async (trx, { value }) => {
    const { questsGone, progressLost, achievementsGone } = await writeGameExceptBuilds(trx, value);
    return [
      ...(questsGone > 0 ? [`${questsGone} quests are gone, with what ${progressLost} players had done for them`] : []),
      ...(achievementsGone.length > 0
        ? [`achievements removed, except for players who have unlocked them: ${achievementsGone.join(', ')}`]
        : []),
    ];
  },
  describe: ({ Published, Config }) =>
    `${chooseLocalizedText(Config.StorePage.Title, fallbackLocale)}${Published ? '' : ', hidden'}`,
  describeLoss: (before, after) => {
    const left = new Set(after.Quests.map(({ Id }) => Id));
    const gone = before.Quests.filter(({ Id }) => !left.has(Id));
    const boards = listClosedLeaderboards(before, after);
    const codes = new Set(after.Achievements?.map(({ Code }) => Code));
    const removed = (before.Achievements ?? []).filter(({ Code }) => !codes.has(Code));
    const listCodes = (entries: readonly { readonly Code: string }[]) => entries.map(({ Code }) => Code).join(', ');
    const losses = [
      ...(gone.length > 0 ? [`quests that go, with what players have done for them: ${listCodes(gone)}`] : []),
      ...(boards.length > 0
        ? [`leaderboards that start again or are no longer shown; their entries stay: ${boards.join(', ')}`]
        : []),
      ...(removed.length > 0
        ? [`achievements that go, except for players who have unlocked them: ${listCodes(removed)}`]
        : []),
    ];
    return losses.length > 0 ? losses.join('; ') : undefined;
  },
  idsOf: ({ Quests }) => Quests.flatMap(({ Id }) => Id ?? []),
  remove: {
    outcome: ({ Published }) => (Published ? 'the game is hidden; nothing of it is deleted' : undefined),
    run: async (trx, { place }) => {
      await trx
        .updateTable('games')
        .set({ published: false, updated_at: sql`now()` })
        .where('game', '=', place.game ?? '')
        .execute();
    },
  },
};

/** A leaderboard with another order has other entries. */
const listClosedLeaderboards = (before: GameEntry, after: GameEntry): string[] =>
  before.Config.Leaderboards.filter(
    ({ Id, Ascending }) => !after.Config.Leaderboards.some((board) => board.Id === Id && board.Ascending === Ascending),
  ).map(({ Id }) => Id);

/** Fills missing fields with the defaults of a new game. Quests without an id are matched by code. */
function complete(
  given: PrepareContentParams<GameEntry>,
  game: string,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const { folder, current, before } = given;
  const first = buildFirstConfig({
    game,
    title: undefined,
    orientation: undefined,
    portal: findPortalConfigEntry(folder) ?? findPortalConfigEntry(current) ?? defaultPortalConfig,
    paths: [],
    sells: false,
  });
  const { Config, Quests = [] } = value;
  const was = before?.value;
  return {
    Game: game,
    Position: was?.Position ?? 0,
    Published: true,
    ImportAllowed: false,
    ForPlayers: {},
    SendsEvents: false,
    EventRules: [],
    Achievements: [],
    SharedWith: [],
    ...value,
    Config: isObject(Config)
      ? {
          ...first,
          ...(was && { PlayGameType: was.Config.PlayGameType }),
          ...Config,
          Store: isObject(Config['Store']) ? { ...first.Store, ...Config['Store'] } : (Config['Store'] ?? first.Store),
          StorePage: isObject(Config['StorePage'])
            ? { ...first.StorePage, ...Config['StorePage'] }
            : (Config['StorePage'] ?? first.StorePage),
        }
      : (Config ?? first),
    Quests: Array.isArray(Quests) ? nameQuests(Quests, was?.Quests ?? []) : Quests,
  };
}

function nameQuests(given: readonly unknown[], before: readonly QuestEntry[]): unknown[] {
  const named = new Set(given.map((quest) => (isObject(quest) ? quest['Id'] : undefined)));
  const free = before.filter(({ Id }) => !named.has(Id));
  return given.map((quest) => {
    if (!isObject(quest) || quest['Id'] !== undefined) return quest;
    const at = free.findIndex(({ Code }) => Code === quest['Code']);
    return at < 0 ? quest : { Id: free.splice(at, 1)[0]?.Id, ...quest };
  });
}

function nameFaults(game: string, { config }: ContentTools): string[] {
  try {
    checkGameName(game, config);
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [error.message];
  }
}
