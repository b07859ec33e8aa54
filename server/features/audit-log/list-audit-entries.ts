// Reads the audit log, latest first, in pages by entry id. A time span is read in the order of time, which has an index;
// entries of other transactions may then stand in another order.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface AuditLogQuery {
  /** Id or name. */
  readonly actor?: string | undefined;
  readonly objectKind?: string | undefined;
  readonly objectId?: string | undefined;
  /** The beginning of an action. */
  readonly action?: string | undefined;
  readonly game?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly beforeEntryId?: number | undefined;
  readonly limit: number;
}

export function listAuditEntries(db: Kysely<Tables>, query: AuditLogQuery) {
  const { actor, objectKind, objectId, action, game, since, until, beforeEntryId, limit } = query;
  let rows = db.selectFrom('audit_log').selectAll();
  if (actor !== undefined) rows = rows.where((eb) => eb.or([eb('actor_id', '=', actor), eb('actor_name', '=', actor)]));
  if (objectKind !== undefined) rows = rows.where('object_kind', '=', objectKind);
  if (objectId !== undefined) rows = rows.where('object_id', '=', objectId);
  if (action !== undefined) rows = rows.where(sql<boolean>`starts_with(action, ${action})`);
  if (game !== undefined) rows = rows.where('game', '=', game);
  if (since !== undefined) rows = rows.where('at', '>=', since);
  if (until !== undefined) rows = rows.where('at', '<', until);
  if (since === undefined && until === undefined) {
    if (beforeEntryId !== undefined) rows = rows.where('entry_id', '<', beforeEntryId);
    return rows.orderBy('entry_id', 'desc').limit(limit).execute();
  }
  if (beforeEntryId !== undefined)
    rows = rows.where(
      sql<boolean>`(at, entry_id) < (select at, entry_id from audit_log where entry_id = ${beforeEntryId})`,
    );
  return rows.orderBy('at', 'desc').orderBy('entry_id', 'desc').limit(limit).execute();
}
