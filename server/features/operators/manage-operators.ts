// Inviting, changing and removing operators: for the console's calls and for `npm run operators`.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { OperatorRole } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import { createInvitation, endOperatorLinks, type OperatorLinkDeps } from './operator-links.ts';
import { endOperatorSessions } from './operator-sessions.ts';

export interface OperatorInvitation {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly studio: string | undefined;
  readonly invitedBy: string;
  readonly network: string;
  /** The language of the mail. */
  readonly locale: Locale;
  readonly reason?: string | undefined;
}

export interface Invited {
  readonly operatorId: string;
  readonly link: string;
}

/** Throws Conflict if the operator has signed in already. Inviting someone again sends a new link. */
export async function inviteOperator(
  trx: Transaction<Tables>,
  invitation: OperatorInvitation,
  record: RecordChange,
  /** Without `queueMail` the caller passes on the link. */
  deps: Pick<OperatorLinkDeps, 'consoleUrl'> & Partial<Pick<OperatorLinkDeps, 'queueMail'>>,
): Promise<Invited> {
  const { name, role, studio = null, invitedBy, locale, reason, network } = invitation;
  const email = normalizeEmail(invitation.email);
  if (email === undefined) throw new Problem('InvalidRequest', `${invitation.email} isn't an email address.`);
  await requireStudioOfRole(trx, role, studio);
  const known = await trx
    .selectFrom('operators')
    .select(['operator_id', 'totp_sealed', 'last_seen_at', 'role'])
    .select(
      sql<boolean>`exists (select from operator_passkeys p where p.operator_id = operators.operator_id)`.as(
        'has_passkey',
      ),
    )
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (known && (known.has_passkey || known.totp_sealed !== null))
    throw new Problem(
      'Conflict',
      `${email} is an operator already. Change the role instead, or reset the second factor.`,
    );
  if (known?.role === 'owner' && role !== 'owner') await requireOtherOwner(trx, known.operator_id);
  const operatorId = known?.operator_id ?? randomUUID();
  const row = { email, name, role, studio, invited_by: invitedBy };
  if (known) await trx.updateTable('operators').set(row).where('operator_id', '=', operatorId).execute();
  else
    await trx
      .insertInto('operators')
      .values({
        operator_id: operatorId,
        ...row,
        totp_sealed: null,
        totp_last_step: null,
        last_seen_at: null,
        removed_at: null,
      })
      .execute();
  await endOperatorSessions(trx, operatorId);
  const { link, expiresAt, hours } = await createInvitation(trx, { operatorId, network }, deps);
  await record(trx, {
    object: { kind: 'operator', id: operatorId },
    after: { Email: email, Name: name, Role: role, ...(studio !== null && { Studio: studio }) },
    reason,
  });
  await deps.queueMail?.(trx, {
    to: email,
    locale,
    template: 'operator-invitation',
    data: { link, name: invitedBy, hours },
    notAfter: expiresAt,
  });
  return { operatorId, link };
}

export interface OperatorChange {
  readonly operatorId: string;
  readonly name?: string | undefined;
  readonly role?: OperatorRole | undefined;
  readonly studio?: string | undefined;
  readonly reason?: string | undefined;
}

/** False: nothing changed. A changed role or studio ends the operator's sessions. */
export async function changeOperator(
  trx: Transaction<Tables>,
  { operatorId, reason, ...change }: OperatorChange,
  record: RecordChange,
): Promise<boolean> {
  const before = await requireOperator(trx, operatorId);
  const role = change.role ?? before.role;
  const studio = role === 'studio' ? (change.studio ?? before.studio) : (change.studio ?? null);
  const name = change.name ?? before.name;
  await requireStudioOfRole(trx, role, studio);
  const changed = [
    ...(name === before.name ? [] : [['Name', before.name, name] as const]),
    ...(role === before.role ? [] : [['Role', before.role, role] as const]),
    ...(studio === before.studio ? [] : [['Studio', before.studio, studio] as const]),
  ];
  if (changed.length === 0) return false;
  if (before.role === 'owner' && role !== 'owner') await requireOtherOwner(trx, operatorId);
  await trx.updateTable('operators').set({ name, role, studio }).where('operator_id', '=', operatorId).execute();
  if (role !== before.role || studio !== before.studio) await endOperatorSessions(trx, operatorId);
  await record(trx, {
    object: { kind: 'operator', id: operatorId },
    before: Object.fromEntries(changed.map(([field, was]) => [field, was])),
    after: Object.fromEntries(changed.map(([field, , is]) => [field, is])),
    reason,
  });
  return true;
}

/** Ends everything that the operator could still use. The row stays, for the audit log. */
export async function removeOperator(
  trx: Transaction<Tables>,
  { operatorId, reason }: { readonly operatorId: string; readonly reason?: string | undefined },
  record: RecordChange,
): Promise<void> {
  const { role, name, email } = await requireOperator(trx, operatorId);
  if (role === 'owner') await requireOtherOwner(trx, operatorId);
  await trx
    .updateTable('operators')
    .set({ removed_at: sql`now()`, totp_sealed: null })
    .where('operator_id', '=', operatorId)
    .execute();
  await trx.deleteFrom('operator_passkeys').where('operator_id', '=', operatorId).execute();
  await endOperatorSessions(trx, operatorId);
  await endOperatorLinks(trx, operatorId);
  await record(trx, {
    object: { kind: 'operator', id: operatorId },
    before: { Email: email, Name: name, Role: role },
    reason,
  });
}

export async function resetSecondFactor(
  trx: Transaction<Tables>,
  { operatorId, reason }: { readonly operatorId: string; readonly reason?: string | undefined },
  record: RecordChange,
): Promise<void> {
  await requireOperator(trx, operatorId);
  await trx.deleteFrom('operator_passkeys').where('operator_id', '=', operatorId).execute();
  await trx.updateTable('operators').set({ totp_sealed: null }).where('operator_id', '=', operatorId).execute();
  await endOperatorSessions(trx, operatorId);
  await endOperatorLinks(trx, operatorId);
  await record(trx, {
    object: { kind: 'operator', id: operatorId },
    before: { HasSecondFactor: true },
    after: { HasSecondFactor: false },
    reason,
  });
}

async function requireOperator(trx: Transaction<Tables>, operatorId: string) {
  const row = await trx
    .selectFrom('operators')
    .select(['email', 'name', 'role', 'studio'])
    .where('operator_id', '=', operatorId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Problem('NotFound', 'There is no such operator.');
  return row;
}

/** Locks all owners, so that two of them can't remove each other at the same time. */
async function requireOtherOwner(trx: Transaction<Tables>, operatorId: string): Promise<void> {
  const owners = await trx
    .selectFrom('operators')
    .select('operator_id')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('operator_id')
    .forUpdate()
    .execute();
  if (!owners.some(({ operator_id }) => operator_id !== operatorId))
    throw new Problem('Conflict', 'This is the only owner. Make another operator an owner first.');
}

async function requireStudioOfRole(trx: Transaction<Tables>, role: OperatorRole, studio: string | null): Promise<void> {
  if ((role === 'studio') !== (studio !== null))
    throw new Problem('InvalidRequest', 'Operators with the role studio belong to a studio, and no others.', {
      fields: { Studio: role === 'studio' ? 'is missing' : 'belongs to the role studio' },
    });
  if (studio === null) return;
  const row = await trx.selectFrom('studios').select('studio').where('studio', '=', studio).executeTakeFirst();
  if (!row) throw new Problem('NotFound', `There is no studio ${studio}. Create it first.`);
}
