// Friend invitation by mail. Response and work are the same whether or not the address has an account, so nothing is
// revealed.
import { sql, type Kysely } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import { createFriendLink } from './friend-links.ts';

interface MailInvitation {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly game: string | undefined;
  readonly locale: Locale;
  readonly network: string;
}

export interface MailInvitationDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly mailLimits: Pick<MailLimits, 'admitInvitation'>;
  readonly buildAddress: (token: string) => string;
}

export function inviteByMail(deps: MailInvitationDeps, invitation: MailInvitation): Promise<void> {
  const { database, queueMail, mailLimits, buildAddress } = deps;
  const { accountId, email, name, game, locale, network } = invitation;
  return database.transaction(async (trx) => {
    const link = await createFriendLink(trx, accountId, { way: 'mail', game });
    if (!link) throw new Problem('TooManyRequests', 'No more invitations by mail are taken today.');
    const isAdmitted = await mailLimits.admitInvitation(trx, email, { network });
    const isWelcome = await mayWrite(trx, accountId, email);
    if (!isAdmitted || !isWelcome) return;
    await queueMail(trx, {
      template: 'friend-invitation',
      to: email,
      locale,
      data: { link: buildAddress(link.token), name },
      notAfter: link.expiresAt,
    });
  });
}

async function mayWrite(db: Kysely<Tables>, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from social_identities i join friend_blocks b on b.account_id = i.account_id
    where i.type = 'Email' and i.external_id = ${email} and i.confirmed and b.blocked_account_id = ${accountId}
    limit 1`.execute(db);
  return rows.length === 0;
}
