// Word lists in the console. Saving fails if someone else has saved since.
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { WordListInfo } from '#contract/console/moderation.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { removeWordList, saveWordList } from '#server/features/profanity-filter/save-word-list.ts';

export interface WordListChange {
  readonly game: string | undefined;
  readonly reason: string;
  readonly record: RecordChange;
}

export async function readWordLists({ kysely }: Pick<Database, 'kysely'>): Promise<Static<typeof WordListInfo>[]> {
  const rows = await kysely
    .selectFrom('word_lists')
    .select(['game', 'words', 'updated_at'])
    .orderBy('game', (order) => order.asc().nullsFirst())
    .execute();
  return rows.map(({ game, words, updated_at }) => ({
    ...(game !== null && { Game: game }),
    Words: words,
    UpdatedAt: updated_at.toISOString(),
  }));
}

/** @param knownUpdate when the list was saved that the operator has edited; undefined: there was none */
export function changeWordList(
  database: Database,
  {
    game,
    reason,
    record,
    words,
    knownUpdate,
  }: WordListChange & { words: readonly string[]; knownUpdate?: string | undefined },
): Promise<Static<typeof WordListInfo>> {
  return database.transaction(async (trx) => {
    // Also while there is no list that could be locked.
    await sql`lock table word_lists in share row exclusive mode`.execute(trx);
    const before = await lockList(trx, game);
    if (before?.updated_at.toISOString() !== knownUpdate) throw new Problem('Conflict');
    await saveWordList({ kysely: trx }, words, game);
    await record(trx, {
      object: { kind: 'word-list', id: game ?? 'portal', ...(game !== undefined && { game }) },
      before: { Words: before?.words },
      after: { Words: words },
      reason,
    });
    const after = await lockList(trx, game);
    return {
      ...(game !== undefined && { Game: game }),
      Words: [...words],
      ...(after && { UpdatedAt: after.updated_at.toISOString() }),
    };
  });
}

/** False: there was none. */
export function dropWordList(database: Database, { game, reason, record }: WordListChange): Promise<boolean> {
  return database.transaction(async (trx) => {
    const before = await lockList(trx, game);
    if (!before) return false;
    await removeWordList({ kysely: trx }, game);
    await record(trx, {
      object: { kind: 'word-list', id: game ?? 'portal', ...(game !== undefined && { game }) },
      before: { Words: before.words },
      after: {},
      reason,
    });
    return true;
  });
}

const lockList = (trx: Parameters<RecordChange>[0], game: string | undefined) =>
  trx
    .selectFrom('word_lists')
    .select(['words', 'updated_at'])
    .where((eb) => (game === undefined ? eb('game', 'is', null) : eb('game', '=', game)))
    .forUpdate()
    .executeTakeFirst();
