import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import type { BuildHashes } from '#server/games/game-file-finder.ts';

/**
 * Which build a number or a hash stands for. Cached for some seconds, because a page requests hundreds of files at once;
 * while the database is down, the last known result is used.
 */
export function createBuildHashes(database: Database, nowMs: () => number): BuildHashes {
  const hashReaders = {
    build: prepareHashReader(database, 'builds'),
    draft: prepareHashReader(database, 'build_drafts'),
  };
  const readNumber = database.prepareRead(
    compileStatement(({ game, sha }: { game: string; sha: string }) =>
      database.kysely
        .selectFrom('builds')
        .select(({ fn }) => fn.max('build_number').as('number'))
        .where('game', '=', game)
        .where('sha', '=', sha),
    ),
  );
  const read = cacheReads(nowMs, async (game: string, type: 'build' | 'draft', number: number) => {
    const sha = (await hashReaders[type]({ game, number }))[0]?.sha;
    // Rows written by hand may have another value.
    return sha !== undefined && /^[0-9a-f]{64}$/.test(sha) ? sha : undefined;
  });
  const find = cacheReads(
    nowMs,
    async (game: string, sha: string) => (await readNumber({ game, sha }))[0]?.number ?? undefined,
  );
  return { read: (game, { type, number }) => read(game, type, number), find };
}

const keptMs = 5000;
const maxKept = 1000;

function cacheReads<Params extends readonly (string | number)[], Result>(
  nowMs: () => number,
  read: (...params: Params) => Promise<Result>,
): (...params: Params) => Promise<Result> {
  const known = new Map<string, { at: number; result: Promise<Result> }>();
  return (...params) => {
    const key = params.join(' ');
    const found = known.get(key);
    if (found && nowMs() - found.at < keptMs) return found.result;
    const result = read(...params).catch((error: unknown) => {
      if (!found) throw error;
      return found.result;
    });
    // Bounded, because anyone can invent host names.
    if (known.size >= maxKept) known.clear();
    known.set(key, { at: nowMs(), result });
    const forget = (): void => {
      if (known.get(key)?.result === result) known.delete(key);
    };
    // A build may be added at any moment, and the next request must find it.
    result.then((each) => each ?? forget(), forget);
    return result;
  };
}

const prepareHashReader = (database: Database, table: 'builds' | 'build_drafts') =>
  database.prepareRead(
    compileStatement(({ game, number }: { game: string; number: number }) =>
      database.kysely.selectFrom(table).select('sha').where('game', '=', game).where('build_number', '=', number),
    ),
  );
