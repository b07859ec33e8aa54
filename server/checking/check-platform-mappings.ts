// Checks that the leaderboards and achievements in the settings of platforms exist.
import { sql } from 'kysely';
import * as registry from '#platforms/registry.ts';
import { readPlatformMappings, type PlatformManifest } from '#platforms/port.ts';
import type { Database } from '#server/db/database.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { okFinding, warningFinding, type Finding } from './finding.ts';

export async function checkPlatformMappings(
  { kysely }: Database,
  settings: Pick<AdapterSettings, 'read'>,
): Promise<Finding[]> {
  const manifests = new Map<string, PlatformManifest>(Object.entries(registry));
  const names = await readNames(kysely);
  const rows = await kysely
    .selectFrom('adapter_settings')
    .select(['adapter', 'game'])
    .where('family', '=', 'platforms')
    .orderBy('adapter')
    .orderBy('game')
    .execute();
  const findings: Finding[] = [];
  let count = 0;
  for (const { adapter, game } of rows) {
    const schema = manifests.get(adapter)?.settings;
    const own = schema && (await settings.read('platforms', adapter, schema, game ?? undefined));
    const { leaderboards, achievements } = readPlatformMappings(own ?? {});
    const games = game === null ? [...names.values()] : [names.get(game) ?? noNames];
    const isKnown = (type: keyof GameNames) => (name: string) => games.some((each) => each[type].includes(name));
    const mapped = { leaderboards: Object.keys(leaderboards), achievements: Object.keys(achievements) };
    const unknown = [
      ...mapped.leaderboards.filter((id) => !isKnown('leaderboards')(id)).map((id) => `the leaderboard ${id}`),
      ...mapped.achievements.filter((code) => !isKnown('achievements')(code)).map((code) => `the achievement ${code}`),
    ];
    count += mapped.leaderboards.length + mapped.achievements.length;
    if (unknown.length > 0)
      findings.push(
        warningFinding(
          `platforms/${adapter} names ${unknown.join(', ')}, which ${game ?? 'no game'} ${game === null ? 'has' : "doesn't have"}`,
          `Correct the settings: npm run settings -- platforms/${adapter}${game === null ? '' : ` --game ${game}`}, or declare it in the game`,
        ),
      );
  }
  return findings.length > 0 ? findings : [okFinding(`${count} leaderboards and achievements are sent to platforms`)];
}

interface GameNames {
  readonly leaderboards: readonly string[];
  readonly achievements: readonly string[];
}

const noNames: GameNames = { leaderboards: [], achievements: [] };

async function readNames(kysely: Database['kysely']): Promise<Map<string, GameNames>> {
  const { rows } = await sql<{ game: string; leaderboards: string[]; achievements: string[] }>`
    select game,
      array(select board ->> 'Id' from jsonb_array_elements(config -> 'Leaderboards') board) as leaderboards,
      array(select code from achievements a where a.game = games.game and a.is_active) as achievements
    from games`.execute(kysely);
  return new Map(rows.map(({ game, ...names }) => [game, names]));
}
