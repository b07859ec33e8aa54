import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Installation } from './installation.ts';
import { inspectPlace } from './safe-place.ts';

/** Starts the installed program in the game's folder. Throws if the game is not completely installed. */
export async function startGame({ root, readInstalled, readPending }: Installation): Promise<ChildProcess> {
  const installed = await readInstalled();
  if (!installed) throw new Error('The game is not installed.');
  if (await readPending()) throw new Error('An update was interrupted. Install the game again first.');
  const { Start, StartArguments } = installed.Build;
  if (Start === undefined) throw new Error('The build names no program to start. Open the folder and start it there.');
  if ((await inspectPlace(root, Start)).kind !== 'file')
    throw new Error(`${Start} is missing. Install the game again.`);
  const game = spawn(join(root, Start), StartArguments, { cwd: root, stdio: 'inherit', shell: false });
  await Promise.race([
    once(game, 'spawn'),
    once(game, 'error').then(([cause]) => {
      throw new Error(`${Start} can't be started.`, { cause });
    }),
  ]);
  return game;
}
