// Gives a game products by the command, on the database of a running lab.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { LabServer } from '../lab-server.ts';

const program = join(import.meta.dirname, '../../server/features/store/products-command.ts');

export async function sellProducts(
  { url, gamesPort, dataDir }: Pick<LabServer, 'url' | 'gamesPort' | 'dataDir'>,
  game: string,
  products: readonly object[],
): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(url).port, GAMES_PORT: String(gamesPort) };
  const running = promisify(execFile)(process.execPath, [program, 'set', game], { env, timeout: 120_000 });
  running.child.stdin?.end(JSON.stringify(products));
  await running;
}
