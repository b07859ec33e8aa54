// Writes the audit log: who did what to which object. A change and its entry are written in one transaction; reading
// personal data is recorded before the reply.
import type { Kysely, Transaction } from 'kysely';
import type { AuditedCommand, AuditObjectKind } from '#model/audit-log.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

/** Who acts: an operator's call, or a command on the machine. */
export interface AuditActor {
  readonly kind: 'operator' | 'key' | 'command';
  readonly id: string | null;
  readonly name: string;
  /** The call or command, such as `operatorPlayers.block`. */
  readonly action: string;
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface AuditEntry {
  readonly object: AuditObject;
  /** What changed, by field; only changed fields, and never a secret. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly reason?: string | undefined;
}

export interface AuditObject {
  readonly kind: AuditObjectKind;
  readonly id: string;
  readonly game?: string | undefined;
}

export async function writeAuditEntry(
  db: Kysely<Tables> | Transaction<Tables>,
  actor: AuditActor,
  { object, before, after, reason }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      action: actor.action,
      object_kind: object.kind,
      object_id: object.id,
      game: object.game ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      reason: reason ?? null,
      address: actor.address,
      request_id: actor.requestId,
    })
    .execute();
}

/** Records a change in its transaction: of an operator's call (`CallAudit.change`), or of a command. */
export type RecordChange = (trx: Transaction<Tables>, entry: AuditEntry) => Promise<void>;

/** How a function that changes something records it. Absent parts: in tests and in the lab. */
export interface RecordedChange {
  readonly record?: RecordChange;
  readonly reason?: string | undefined;
}

export const recordCommand =
  (command: AuditedCommand, operator: string): RecordChange =>
  (trx, entry) =>
    writeAuditEntry(
      trx,
      { kind: 'command', id: null, name: operator, action: command, address: null, requestId: null },
      entry,
    );

/** What an operator's call gets to record what it does. */
export interface CallAudit {
  /** Records a change, in its transaction. */
  readonly change: RecordChange;
  /** The call was allowed, but there was nothing to change. */
  readonly noChange: () => void;
  /** A job makes the change, and records it as this actor. */
  readonly defer: () => AuditActor;
  /** The call reads personal data of this object; recorded before the reply. */
  readonly read: (object: AuditObject) => void;
  readonly actor: AuditActor;
}

export interface RecordingAudit extends CallAudit {
  /** What the call reported. Retries of a transaction report a change several times. */
  readonly recorded: { hasChange: boolean; hasNoChange: boolean; readonly reads: AuditObject[] };
}

export function createCallAudit(
  { kind, id, name }: Pick<AuditActor, 'kind' | 'name'> & { readonly id: string },
  call: { readonly action: string; readonly address: string; readonly requestId: string },
): RecordingAudit {
  const actor = { kind, id, name, ...call };
  const recorded: RecordingAudit['recorded'] = { hasChange: false, hasNoChange: false, reads: [] };
  return {
    actor,
    recorded,
    change: async (trx, entry) => {
      recorded.hasChange = true;
      await writeAuditEntry(trx, actor, entry);
    },
    noChange: () => {
      recorded.hasNoChange = true;
    },
    defer: () => {
      recorded.hasNoChange = true;
      return actor;
    },
    read: (object) => void recorded.reads.push(object),
  };
}

/** Records what a call has read. The reply waits for it: without an entry there is no reading. */
export const createReadsWriter =
  ({ kysely }: Pick<Database, 'kysely'>) =>
  async (actor: AuditActor, objects: readonly AuditObject[]): Promise<void> => {
    for (const object of objects) await writeAuditEntry(kysely, actor, { object });
  };
