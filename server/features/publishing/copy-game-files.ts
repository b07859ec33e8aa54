// Copies and hashes a game's files. On failure it throws only after all copies have ended, so that the caller can
// delete the folder.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GameFile, GameFiles } from './list-game-files.ts';

const atOnce = 16;

export async function copyGameFiles({ files, bytes }: GameFiles, to: string, now: Date): Promise<{ sha: string }> {
  await mkdir(to, { recursive: true });
  const { bavail, bsize } = await statfs(to);
  if (bavail * bsize < bytes)
    throw new Error(`The files need ${bytes} bytes, and the disk of DATA_DIR has ${bavail * bsize} left. Make room.`);
  for (const folder of new Set(files.map(({ path }) => dirname(path))))
    await mkdir(join(to, folder), { recursive: true });
  // Browsers revalidate files by time and size. So the newest file gets the current time, and the others keep their
  // distance to it.
  const newestMs = files.reduce((most, { changedMs }) => Math.max(most, changedMs), 0);
  const hashes = new Map<string, string>();
  const waiting = [...files];
  let failed = false;
  const work = async (): Promise<void> => {
    for (let file = waiting.pop(); file && !failed; file = waiting.pop()) {
      try {
        hashes.set(file.path, await copyOne(file, join(to, file.path), now.getTime() - newestMs + file.changedMs));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const fault = ended.find((each) => each.status === 'rejected');
  if (fault) throw fault.reason;
  const whole = createHash('sha256');
  for (const path of [...hashes.keys()].toSorted()) whole.update(`${hashes.get(path)} ${path}\n`);
  return { sha: whole.digest('hex') };
}

async function copyOne({ path, from, bytes }: GameFile, to: string, changedMs: number): Promise<string> {
  try {
    await copyFile(from, to);
    // The server may run as another user than the command.
    await chmod(to, 0o644);
    await utimes(to, changedMs / 1000, changedMs / 1000);
    const hash = createHash('sha256');
    let copied = 0;
    for await (const chunk of createReadStream(to)) {
      copied += (chunk as Buffer).length;
      hash.update(chunk as Buffer);
    }
    if (copied !== bytes) throw new Error('It changed while it was being copied. Try again when the build has ended.');
    return hash.digest('hex');
  } catch (cause) {
    throw new Error(`${path} could not be copied. Nothing has changed for players.`, { cause });
  }
}
