// Mails about requests: to the operators who may approve a new one, and to the requester once it is decided. They name
// the kind of change, never its object, so that no personal data of players leaves the console.
import { sql, type Transaction } from 'kysely';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import { operatorRoles, rolePermissions, type Permission } from '#model/operator.ts';
import type { Tables } from '#server/db/tables.ts';
import type { MailData } from '#server/features/mail/mail-templates.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { splitMailLines } from '#server/features/mail/split-mail-lines.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';

export interface ApprovalMailDeps {
  /** Absent: there is no console. */
  readonly consoleUrl: URL | undefined;
  readonly queueMail: QueueMail;
}

export interface ApprovalToMail {
  readonly approvalId: string;
  /** The call to be approved. */
  readonly call: string;
  readonly permissions: readonly Permission[];
  readonly reason: string;
  readonly requestedBy: OperatorCaller;
  readonly expiresAt: Date;
}

/**
 * Everyone who may approve the request gets one mail. Of a requester who makes very many, only the first ones of an hour
 * are mailed: operators of a studio are outsiders, and could fill mailboxes by requesting and withdrawing.
 */
export async function mailApprovers(
  trx: Transaction<Tables>,
  { approvalId, call, permissions, reason, requestedBy, expiresAt }: ApprovalToMail,
  { consoleUrl, queueMail }: ApprovalMailDeps,
): Promise<void> {
  if (!consoleUrl || (await countRecentRequests(trx, requestedBy)) > maxMailedRequestsPerHour) return;
  const data: MailData<'approval-requested'> = {
    link: new URL(`/approvals?approval=${approvalId}`, consoleUrl).href,
    name: toMailName(requestedBy.name),
    change: nameChange(call),
    message: splitMailLines(reason.trim() === '' ? '-' : reason),
    until: expiresAt.toISOString(),
  };
  for (const { email, locale } of await findApprovers(trx, { permissions, requestedBy }))
    await queueMail(trx, {
      to: email,
      locale: locale ?? fallbackLocale,
      template: 'approval-requested',
      data,
      notAfter: expiresAt,
    });
}

const maxMailedRequestsPerHour = 10;

/** With this one, and with those that were withdrawn. */
async function countRecentRequests(trx: Transaction<Tables>, { id }: OperatorCaller): Promise<number> {
  const { count } = await trx
    .selectFrom('approvals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('requested_by', '=', id)
    .where('requested_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Operators who can sign in and have the permissions, except the requester. Operators of a studio decide nothing. */
async function findApprovers(
  trx: Transaction<Tables>,
  { permissions, requestedBy }: Pick<ApprovalToMail, 'permissions' | 'requestedBy'>,
): Promise<{ email: string; locale: Locale | null }[]> {
  const roles = operatorRoles.filter(
    (role) => role !== 'studio' && permissions.every((each) => rolePermissions[role].includes(each)),
  );
  if (roles.length === 0) return [];
  return (
    trx
      .selectFrom('operators')
      .select(['email', 'locale'])
      .where('removed_at', 'is', null)
      .where('studio', 'is', null)
      .where('role', 'in', roles)
      // The id of a key is no UUID.
      .$if(requestedBy.kind === 'operator', (query) => query.where('operator_id', '<>', requestedBy.id))
      // Invited operators who haven't signed in yet have no second factor.
      .where(
        sql<boolean>`(totp_sealed is not null
        or exists (select from operator_passkeys p where p.operator_id = operators.operator_id))`,
      )
      .orderBy('email')
      .execute()
  );
}

export interface DecisionToMail {
  readonly approvalId: string;
  readonly call: string;
  readonly requestedBy: { readonly kind: OperatorCaller['kind']; readonly id: string };
  readonly decidedBy: OperatorCaller;
  readonly outcome: 'approved' | 'rejected';
  readonly reason: string | undefined;
}

/** Keys and removed operators get no mail. */
export async function mailRequester(
  trx: Transaction<Tables>,
  { approvalId, call, requestedBy, decidedBy, outcome, reason = '' }: DecisionToMail,
  { consoleUrl, queueMail }: ApprovalMailDeps,
): Promise<void> {
  if (!consoleUrl || requestedBy.kind !== 'operator') return;
  const requester = await trx
    .selectFrom('operators')
    .select(['email', 'locale'])
    .select(sql<Date>`now() + interval '7 days'`.as('not_after'))
    .where('operator_id', '=', requestedBy.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!requester) return;
  await queueMail(trx, {
    to: requester.email,
    locale: requester.locale ?? fallbackLocale,
    template: `approval-${outcome}`,
    data: {
      link: new URL(`/approvals?show=closed&approval=${approvalId}`, consoleUrl).href,
      name: toMailName(decidedBy.name),
      change: nameChange(call),
      ...(reason.trim() !== '' && { message: splitMailLines(reason) }),
    },
    notAfter: requester.not_after,
  });
}

// Safe cast: a test compares the calls that need a second person with those that mails can name.
const nameChange = (call: string) => call.replace('.', '_') as MailData<'approval-requested'>['change'];

const toMailName = (name: string): string => splitMailLines(name).join(' ').slice(0, 200);
