import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import type { ReadBuildHash } from '#server/games/game-file-finder.ts';

/**
 * Reads which build in the object store a number stands for. Cached for some seconds, because a page requests hundreds
 * of files at once; while the database is down, the last known hash is used.
 */
export function createBuildHashReader(database: Database, nowMs: () => number): ReadBuildHash {
  const readers = { build: prepare(database, 'builds'), draft: prepare(database, 'build_drafts') };
  const known = new Map<string, { at: number; hash: Promise<string | undefined> }>();
  return (game, { type, number }) => {
    const key = `${game} ${type} ${number}`;
    const found = known.get(key);
    if (found && nowMs() - found.at < keptMs) return found.hash;
    const hash = readers[type]({ game, number }).catch((error: unknown) => {
      if (!found) throw error;
      return found.hash;
    });
    // Bounded, because anyone can invent host names.
    if (known.size >= maxKept) known.clear();
    known.set(key, { at: nowMs(), hash });
    hash.catch(() => known.get(key)?.hash === hash && known.delete(key));
    return hash;
  };
}

const keptMs = 5000;
const maxKept = 1000;

function prepare(database: Database, table: 'builds' | 'build_drafts') {
  const read = database.prepareRead(
    compileStatement(({ game, number }: { game: string; number: number }) =>
      database.kysely.selectFrom(table).select('sha').where('game', '=', game).where('build_number', '=', number),
    ),
  );
  return async (wanted: { game: string; number: number }): Promise<string | undefined> => {
    const sha = (await read(wanted))[0]?.sha;
    // Rows written by hand may have another value.
    return sha !== undefined && /^[0-9a-f]{64}$/.test(sha) ? sha : undefined;
  };
}
