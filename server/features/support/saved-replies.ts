// Replies that operators use again.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { SavedReply } from '#model/support.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';

const maxSavedReplies = 500;

export async function listSavedReplies(db: Kysely<Tables>): Promise<SavedReply[]> {
  const rows = await db.selectFrom('saved_replies').selectAll().orderBy('title').limit(maxSavedReplies).execute();
  return rows.map((row) => describeReply(row));
}

export interface SavedReplyChange {
  /** Undefined: a new one. */
  readonly replyId: string | undefined;
  readonly title: string;
  readonly message: string;
  readonly operator: string;
  readonly record: RecordChange;
}

export function saveSavedReply(
  database: Database,
  { replyId, title, message, operator, record }: SavedReplyChange,
): Promise<SavedReply> {
  return database.transaction(async (trx) => {
    const before = replyId === undefined ? undefined : await lockReply(trx, replyId);
    const values = { title, message, updated_by: operator, updated_at: sql<Date>`now()` };
    const saved = await trx
      .insertInto('saved_replies')
      .values({ reply_id: replyId ?? randomUUID(), ...values })
      .onConflict((conflict) => conflict.column('reply_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(trx, {
      object: { kind: 'saved-reply', id: saved.reply_id },
      ...(before && { before: { Title: before.title, Message: before.message } }),
      after: { Title: title, Message: message },
    });
    return describeReply(saved);
  });
}

export function removeSavedReply(database: Database, replyId: string, record: RecordChange): Promise<void> {
  return database.transaction(async (trx) => {
    const before = await lockReply(trx, replyId);
    await trx.deleteFrom('saved_replies').where('reply_id', '=', replyId).execute();
    await record(trx, {
      object: { kind: 'saved-reply', id: replyId },
      before: { Title: before.title, Message: before.message },
      after: {},
    });
  });
}

async function lockReply(trx: Kysely<Tables>, replyId: string): Promise<Selectable<Tables['saved_replies']>> {
  const reply = await trx
    .selectFrom('saved_replies')
    .selectAll()
    .where('reply_id', '=', replyId)
    .forUpdate()
    .executeTakeFirst();
  if (!reply) throw new Problem('NotFound', 'There is no such saved reply.');
  return reply;
}

const describeReply = (row: Selectable<Tables['saved_replies']>): SavedReply => ({
  ReplyId: row.reply_id,
  Title: row.title,
  Message: row.message,
  UpdatedBy: row.updated_by,
  UpdatedAt: row.updated_at.toISOString(),
});
