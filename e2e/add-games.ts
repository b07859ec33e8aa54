// Adds games by the command, in this process, on the database of a running lab.
import { readConfig } from '#server/config.ts';
import { openCommandConnection } from '#server/db/command-connection.ts';
import { openDatabase } from '#server/db/database.ts';
import { readGamesArguments } from '#server/features/publishing/read-games-arguments.ts';
import { runGamesCommand } from '#server/features/publishing/run-games-command.ts';
import { createLog } from '#server/http/log.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import type { LabServer } from './lab-server.ts';

/** @returns what the command said about each game */
export async function addGames(
  lab: Pick<LabServer, 'url' | 'gamesPort' | 'dataDir'>,
  sources: readonly (readonly [game: string, folder: string])[],
): Promise<Map<string, string>> {
  const config = readConfig({
    DATA_DIR: lab.dataDir,
    PORT: new URL(lab.url).port,
    GAMES_PORT: String(lab.gamesPort),
  });
  const log = createLog({ level: 'silent' });
  const now = () => new Date();
  const { dataDir, databaseUrl } = config;
  const { connection, close } = await openCommandConnection({ databaseUrl, dataDir, whileRunning: true, log, now });
  const database = openDatabase(connection, { log, poolSize: 2 });
  const said = new Map<string, string>();
  try {
    for (const [game, source] of sources) {
      const lines: string[] = [];
      const asked = readGamesArguments(['add', game, source]);
      const report = (line: string) => void lines.push(line);
      const sealer = createSealer(config.secrets);
      await runGamesCommand(asked, {
        config,
        database,
        sealer,
        log,
        now,
        report,
        json: '',
        from: import.meta.dirname,
        operator: 'ann on laptop',
      });
      said.set(game, lines.join('\n'));
    }
  } finally {
    await database.close();
    await close();
  }
  return said;
}
