// Keys for the servers of demo games, to try sign-in from a game. They are random and stay in the data folder.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameKeys } from '#server/features/game-keys/game-keys.ts';
import { demoGames } from './demo-games.ts';

export async function ensureDemoGameKeys(gameKeys: GameKeys, dataDir: string): Promise<void> {
  const file = join(dataDir, 'demo-game-keys.json');
  if (await areGood(gameKeys, file)) return;
  const keys: Record<string, string> = {};
  for (const { game } of demoGames) keys[game] = await gameKeys.create(game);
  await writeFile(file, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: 0o600 });
}

async function areGood(gameKeys: GameKeys, file: string): Promise<boolean> {
  let kept: Readonly<Record<string, string>>;
  try {
    kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return false;
    throw error;
  }
  const found = await Promise.all(demoGames.map(({ game }) => gameKeys.find(`Bearer ${kept[game]}`)));
  return found.every((key, at) => key?.game === demoGames[at]?.game);
}
