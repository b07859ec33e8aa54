// Keeps the platforms' own leaderboards and achievements in sync with ours, through the outbox. The jobs read what is
// stored when they run: of two scores the newer one is sent, whatever the order of the jobs.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { findPlayerOnPlatform } from './find-player-on-platform.ts';
import type { MappedPlatform, ReadMappedPlatforms } from './read-mapped-platforms.ts';
import type { SendScoreJob } from './send-score-job.ts';
import type { SendUnlockJob } from './send-unlock-job.ts';

interface PlayerInGame {
  readonly accountId: string;
  readonly game: string;
}

export interface PlatformSync {
  /** Reads the game's settings. Call it before the transaction. */
  prepare(game: string): Promise<PreparedSync>;
}

export interface PreparedSync {
  /** Sends the player's entry to the platforms to which the leaderboard is mapped and where the player plays. */
  queueScore(trx: Transaction<Tables>, score: PlayerInGame & { readonly leaderboard: string }): Promise<void>;
  queueUnlock(trx: Transaction<Tables>, unlock: PlayerInGame & { readonly code: string }): Promise<void>;
}

export interface PlatformSyncDeps {
  readonly readMapped: ReadMappedPlatforms;
  readonly jobs: JobQueue;
  readonly sendScore: SendScoreJob;
  readonly sendUnlock: SendUnlockJob;
}

export const createPlatformSync = ({ readMapped, jobs, sendScore, sendUnlock }: PlatformSyncDeps): PlatformSync => ({
  prepare: async (game) => {
    const mapped = await readMapped(game);
    return {
      queueScore: async (trx, { leaderboard, ...player }) => {
        const wanted = mapped.filter(({ leaderboards }) => Object.hasOwn(leaderboards, leaderboard));
        for (const folder of await filterPlayed(trx, wanted, player.accountId))
          await jobs.send(trx, sendScore, { ...player, leaderboard, platform: folder });
      },
      queueUnlock: async (trx, { code, ...player }) => {
        const wanted = mapped.filter(({ achievements }) => Object.hasOwn(achievements, code));
        for (const folder of await filterPlayed(trx, wanted, player.accountId))
          await jobs.send(trx, sendUnlock, { ...player, code, platform: folder });
      },
    };
  },
});

async function filterPlayed(
  trx: Transaction<Tables>,
  mapped: readonly MappedPlatform[],
  accountId: string,
): Promise<string[]> {
  const folders: string[] = [];
  for (const each of mapped)
    if ((await findPlayerOnPlatform(trx, each, accountId)) !== undefined) folders.push(each.platform.folder);
  return folders;
}
