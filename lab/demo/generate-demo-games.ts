import type { Database } from '#server/db/database.ts';
import { demoGames } from './demo-games.ts';

export async function generateDemoGames({ kysely }: Database): Promise<void> {
  const rows = await kysely.selectFrom('games').select(['game', 'config']).orderBy('position').execute();
  const games = Array.from({ length: 1000 }, (_, at) => {
    const { config } = rows[at % demoGames.length] ?? rows[0] ?? { config: {} };
    const game = `game-${at}`;
    return { game, position: 100 + at, config: JSON.stringify({ ...config, GameSystemName: game }) };
  });
  for (let from = 0; from < games.length; from += 200)
    await kysely
      .insertInto('games')
      .values(games.slice(from, from + 200))
      .execute();
}
