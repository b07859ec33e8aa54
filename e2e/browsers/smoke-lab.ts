// Playwright's global setup for the smoke tests: starts one lab for all browsers.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { addGames } from '../add-games.ts';
import { foreignGamesForOtherBrowsers, locateForeignGame } from '../compat/other-browsers.ts';
import { makeLabFolder } from '../lab-folder.ts';
import { runLab, type LabServer } from '../lab-server.ts';

export type SmokeLab = Pick<LabServer, 'url' | 'tokens'>;

const variable = 'FXID_SMOKE_LAB';

export function readSmokeLab(): SmokeLab {
  const text = env[variable];
  if (text === undefined) throw new Error(`${variable} is not set: Playwright's global set-up sets it.`);
  return JSON.parse(text) as SmokeLab;
}

export default async function startSmokeLab(): Promise<() => Promise<void>> {
  const folder = await makeLabFolder();
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { url, gamesPort, stop } = await runLab(folder);
    const foreign = foreignGamesForOtherBrowsers.map(
      ({ sdk, game }) => [`${sdk}-${game}`, locateForeignGame(sdk, game)] as const,
    );
    await addGames({ url, gamesPort, dataDir: folder }, foreign);
    const tokens = JSON.parse(await readFile(join(folder, 'demo-players.json'), 'utf8')) as SmokeLab['tokens'];
    env[variable] = JSON.stringify({ url, tokens } satisfies SmokeLab);
    return async () => {
      await stop();
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
