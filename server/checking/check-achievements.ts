// Checks the achievements of published games: texts in the game's languages, icons that can be loaded, and a way to
// unlock each of them.
import { sql } from 'kysely';
import { fallbackLocale, locales, toLocale } from '#model/locale.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { describeError, okFinding, retryOnTimeout, warningFinding, type Finding } from './finding.ts';
import { probePortal, type ProbePortal } from './probe-portal.ts';

export interface AchievementCheckDeps {
  readonly database: Database;
  readonly config: Pick<Config, 'publicUrl' | 'gamesUrl'>;
  readonly vendorFetch: SafeFetch;
  readonly probe?: ProbePortal;
}

export async function checkAchievements(deps: AchievementCheckDeps): Promise<Finding[]> {
  const { rows } = await sql<AchievementRow>`
    select a.game, a.code, a.names, a.descriptions, a.icons, a.unlocked_by,
      g.config -> 'SupportedLanguages' as languages,
      exists (select from game_keys k where k.game = a.game and k.revoked_at is null) as has_server,
      exists (select from quests q where q.game = a.game and q.achievement = a.code and q.is_active) as has_quest,
      exists (select from quests q where q.game = a.game and q.achievement = a.code and q.is_active
        and q.reported_by = 'page') as has_page_quest
    from achievements a join games g on g.game = a.game
    where a.is_active and g.published
    order by a.game, a.position, a.code`.execute(deps.database.kysely);
  if (rows.length === 0) return [okFinding('no game has achievements')];
  const found: Finding[] = [];
  for (const [game, own] of Map.groupBy(rows, (row) => row.game))
    found.push(...findMissingTexts(game, own), ...own.flatMap(findLocked), ...(await findBrokenIcons(game, own, deps)));
  return found.length > 0 ? found : [okFinding(`${rows.length} achievements`)];
}

interface AchievementRow {
  readonly game: string;
  readonly code: string;
  readonly names: Texts;
  readonly descriptions: Texts;
  readonly icons: Texts;
  readonly unlocked_by: 'game' | 'server' | 'quest';
  readonly languages: string[] | null;
  readonly has_server: boolean;
  readonly has_quest: boolean;
  readonly has_page_quest: boolean;
}

type Texts = Readonly<Record<string, string>>;

const editDocument = "in the game's document: npm run content -- pull <folder>, then push it";

/** Texts are expected in the languages that the game declares, and in those that some of its achievements have. */
function findMissingTexts(game: string, rows: readonly AchievementRow[]): Finding[] {
  const texts = rows.flatMap(({ names, descriptions }) => [names, descriptions]);
  const expected = new Set([
    fallbackLocale,
    ...(rows[0]?.languages ?? []).map((language) => toLocale(language)),
    ...locales.filter((locale) => texts.some((each) => hasText(each, locale))),
  ]);
  const lacking = (row: AchievementRow) =>
    [...expected].filter((locale) =>
      // Descriptions may be left out.
      [row.names, ...(Object.keys(row.descriptions).length > 0 ? [row.descriptions] : [])].some(
        (each) => !hasText(each, locale),
      ),
    );
  const incomplete = rows
    .map((row) => ({ code: row.code, missing: lacking(row) }))
    .filter((row) => row.missing.length > 0);
  if (incomplete.length === 0) return [];
  const languages = locales.filter((locale) => incomplete.some(({ missing }) => missing.includes(locale)));
  return [
    warningFinding(
      `achievements of ${game} have no name or description in ${languages.join(', ')}: ${nameSome(incomplete.map(({ code }) => code))}`,
      `Add the texts to Achievements ${editDocument}`,
    ),
  ];
}

const hasText = (texts: Texts, locale: string): boolean => (texts[locale] ?? '').trim() !== '';

function nameSome(codes: readonly string[]): string {
  const shown = codes.slice(0, maxNamed).join(', ');
  return codes.length > maxNamed ? `${shown} and ${codes.length - maxNamed} more` : shown;
}

const maxNamed = 5;

function findLocked(row: AchievementRow): Finding[] {
  const { game, code } = row;
  const achievement = `the achievement ${code} of ${game}`;
  const createKey = `Create a key: npm run game-key -- create ${game}`;
  const isServerNeeded = !row.has_server && !row.has_page_quest;
  if (row.unlocked_by === 'quest' && !row.has_quest)
    return [
      warningFinding(
        `${achievement} can't be unlocked: no active quest unlocks it`,
        `Add a quest with "Achievement": "${code}", or change UnlockedBy ${editDocument}`,
      ),
    ];
  if (row.unlocked_by === 'quest' && isServerNeeded)
    return [
      warningFinding(
        `${achievement} can't be unlocked: its quest counts only what the game's server reports, and that has no key`,
        `${createKey}, or set "ReportedBy": "Page" for the quest if players may cheat`,
      ),
    ];
  if (row.unlocked_by === 'server' && isServerNeeded)
    return [
      warningFinding(
        `${achievement} can't be unlocked: only the game's server may unlock it, and that has no key`,
        `${createKey}, or change UnlockedBy ${editDocument}`,
      ),
    ];
  return [];
}

async function findBrokenIcons(
  game: string,
  rows: readonly AchievementRow[],
  { config, vendorFetch, probe = probePortal }: AchievementCheckDeps,
): Promise<Finding[]> {
  const own = new Set([config.publicUrl.origin, new URL(resolveGameUrl(game, config.gamesUrl, '/')).origin]);
  const load = async (url: URL): Promise<string | undefined> => {
    if (own.has(url.origin)) {
      const { status } = await probe(url);
      return status === 200 ? undefined : `returns ${status}`;
    }
    const { status, headers } = await vendorFetch(url.href, { timeoutMs, maxBytes });
    if (status !== 200) return `returns ${status}`;
    return String(headers['content-type']).startsWith('image/') ? undefined : "isn't a picture";
  };
  const found: Finding[] = [];
  const unreachable = new Set<string>();
  const codesByAddress = Map.groupBy(
    rows.flatMap(({ code, icons }) =>
      Object.values(icons).map((icon) => ({ code, address: resolveGameUrl(game, config.gamesUrl, icon) })),
    ),
    ({ address }) => address,
  );
  for (const [address, uses] of codesByAddress) {
    const url = new URL(address);
    // One line per host is enough, and the check must end.
    if (unreachable.has(url.origin)) continue;
    const fault = await retryOnTimeout(() => load(url)).catch((error: unknown) => {
      unreachable.add(url.origin);
      return `can't be loaded: ${describeError(error)}`;
    });
    if (fault !== undefined)
      found.push(
        warningFinding(
          `the icon ${address} of ${game} (${nameSome([...new Set(uses.map(({ code }) => code))])}) ${fault}`,
          `Add the file to the game, or change Icons ${editDocument}`,
        ),
      );
  }
  return found;
}

const timeoutMs = 5000;
const maxBytes = 2_000_000;
