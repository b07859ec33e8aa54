// A way to sign in that came or went is told to the verified address of the account, with a link that undoes it for fourteen days.
// Whoever has got hold of a session cannot change how its owner comes back without his knowing.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { toLocale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import type { ScopedIdentity } from './identities-of.ts';

export interface IdentityChange extends ScopedIdentity {
  readonly change: 'added' | 'removed' | 'confirmed';
  readonly identityId: string;
}

export type TellOfChange = (
  trx: Transaction<Tables>,
  accountId: string,
  change: IdentityChange,
  /** The address that the account had before the change, where the change takes it off. */
  former?: string,
) => Promise<void>;

export interface TellOfChangeDeps {
  readonly queueMail: QueueMail;
  /** The page that undoes a change; the token is added. */
  readonly undoAddress: URL;
  /** What the types of identity are called. */
  readonly titles: Readonly<Record<string, string>>;
}

export const undoDays = 14;

export function createTellOfChange({ queueMail, undoAddress, titles }: TellOfChangeDeps): TellOfChange {
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
          expires_at: sql<Date>`date_trunc('milliseconds', now()) + make_interval(days => ${undoDays})`,
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

/** An address is shown as it is, since it is his own; ids of vendors say nothing to a person. */
function describe(title: string, externalId: string, scope: string | undefined): string {
  const whose = externalId.includes('@') ? `${title} (${externalId})` : title;
  return scope === undefined ? whose : `${whose} · ${scope}`;
}
