// Notifies the account's verified address when a sign-in method is added or removed, with a link that undoes it. So a
// stolen session can't change sign-in methods unnoticed.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { toLocale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import type { ScopedIdentity } from './scoped-identities.ts';

export interface IdentityChange extends ScopedIdentity {
  readonly change: 'added' | 'removed' | 'confirmed';
  readonly identityId: string;
}

export type NotifyIdentityChange = (
  trx: Transaction<Tables>,
  accountId: string,
  change: IdentityChange,
  /** The previous address, if the change removes it. */
  former?: string,
) => Promise<void>;

export interface IdentityChangeNotifierDeps {
  readonly queueMail: QueueMail;
  /** The token is appended. */
  readonly undoAddress: URL;
  readonly titles: Readonly<Record<string, string>>;
}

export const identityChangeUndoDays = 14;

export function createIdentityChangeNotifier({
  queueMail,
  undoAddress,
  titles,
}: IdentityChangeNotifierDeps): NotifyIdentityChange {
  return async (trx, accountId, { change, identityId, type, externalId, scope }, former) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['email', 'email_validated', 'locale'])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const current = account?.email_validated ? account.email : null;
    const addresses = new Set([former, current].filter((address) => address !== undefined && address !== null));
    for (const to of addresses) {
      const { token, tokenHash } = createToken('fxu_');
      const { expires_at: until } = await trx
        .insertInto('identity_changes')
        .values({
          change_id: randomUUID(),
          account_id: accountId,
          change,
          identity_id: identityId,
          type,
          external_id: externalId,
          game: scope ?? null,
          email: former ?? null,
          token_hash: tokenHash,
          expires_at: sql<Date>`date_trunc('milliseconds', now()) + make_interval(days => ${identityChangeUndoDays})`,
        })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      await queueMail(trx, {
        to,
        locale: toLocale(account?.locale),
        template: change === 'removed' ? 'identity-removed' : 'identity-added',
        data: {
          link: `${undoAddress.href}?token=${token}`,
          identity: describe(titles[type] ?? type, externalId, scope),
          until: until.toISOString(),
        },
        notAfter: until,
      });
    }
  };
}

/** An address is the player's own, so it is shown in full; vendors' ids mean nothing to a person. */
function describe(title: string, externalId: string, scope: string | undefined): string {
  const whose = externalId.includes('@') ? `${title} (${externalId})` : title;
  return scope === undefined ? whose : `${whose} · ${scope}`;
}
