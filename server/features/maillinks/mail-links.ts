// Links that sign in by mail, and the six digits that do the same. Requirements: a link works once, within fifteen minutes;
// in the browser that asked for it at once, in any other one only after a click, because scanners of mail open links and run
// scripts; nothing shows whether an account exists, because nothing looks for one before the link is used.
//
// The browser that asks gets a handle; its hash stands with the link. Who brings handle and token is that browser. Who brings
// the token alone gets a nonce to send back with a click and a robot check. The six digits need the handle and have five tries.
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { newToken, tokenHashOf } from '#server/secrets/one-time-token.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface MailLink {
  readonly linkId: string;
  readonly email: string;
  /** Set: the address is to be added to this account. */
  readonly accountId: string | undefined;
  readonly game: string | undefined;
  readonly redirectUri: string | undefined;
  readonly marketingEnabled: boolean | undefined;
  readonly locale: string;
}

export interface AskedLink {
  readonly email: string;
  /** What was typed; the mail goes there. */
  readonly to: string;
  readonly handleHash: Buffer;
  readonly locale: Locale;
  readonly accountId?: string | undefined;
  readonly game?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly marketingEnabled?: boolean | undefined;
}

/** What goes into the mail. */
export interface LinkMail {
  readonly to: string;
  readonly token: string;
  readonly code: string;
  readonly mark: string;
  readonly expiresAt: Date;
}

export type LinkState = 'Waiting' | 'Used' | 'Expired';

export type CodeOutcome =
  | { readonly outcome: 'passed'; readonly link: MailLink }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'expired' };

export interface MailLinks {
  /** Makes a link and hands what the mail needs to `send`, in one transaction. Throws TooManyRequests. */
  ask(asked: AskedLink, send: (trx: Transaction<Tables>, mail: LinkMail) => Promise<void>): Promise<{ mark: string }>;
  /** The link of a token if it can still be used, and whether the handle is the one of the browser that asked. */
  look(token: string, handle: string | undefined): Promise<Looked | 'unknown' | 'expired_or_used'>;
  /** Uses a link up. Of many who try at once, one gets it. */
  take(linkId: string): Promise<MailLink | undefined>;
  takeByCode(handleHash: Buffer, code: string): Promise<CodeOutcome>;
  stateOf(handle: string): Promise<LinkState>;
  nonceFor(linkId: string): string;
  isNonceOf(linkId: string, nonce: string): boolean;
}

export interface Looked {
  readonly link: MailLink;
  readonly mark: string;
  readonly isBound: boolean;
}

/** Seconds that have to lie between two mails to one address. */
export const resendSeconds = 30;
export const lifetimeMinutes = 15;
const mostTries = 5;
const mostAlive = 3;

export function createMailLinks(database: Database, sealer: Sealer): MailLinks {
  const { kysely } = database;
  const codeKey = sealer.key('mail code');
  const nonceKey = sealer.key('mail nonce');
  const hashCode = (linkId: string, code: string): Buffer =>
    createHmac('sha256', codeKey).update(`${linkId}:${code}`).digest();
  const nonceFor = (linkId: string): string => createHmac('sha256', nonceKey).update(linkId).digest('base64url');

  const take = async (linkId: string): Promise<MailLink | undefined> => {
    const row = await kysely
      .updateTable('mail_links')
      .set({ consumed_at: sql`now()` })
      .where('link_id', '=', linkId)
      .where('consumed_at', 'is', null)
      .where('superseded_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(linkColumns)
      .executeTakeFirst();
    return row && toLink(row);
  };

  return {
    ask: (asked, send) =>
      database.transaction(async (trx) => {
        await refuseTooMany(trx, asked.email);
        const linkId = randomUUID();
        const { token, tokenHash } = newToken('fxm_');
        const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
        const { expires_at: expiresAt } = await trx
          .insertInto('mail_links')
          .values({
            link_id: linkId,
            token_hash: tokenHash,
            code_hash: hashCode(linkId, code),
            handle_hash: asked.handleHash,
            email: asked.email,
            account_id: asked.accountId ?? null,
            game: asked.game ?? null,
            redirect_uri: asked.redirectUri ?? null,
            marketing_enabled: asked.marketingEnabled ?? null,
            locale: asked.locale,
            expires_at: sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`,
          })
          .returning('expires_at')
          .executeTakeFirstOrThrow();
        await supersedeOlder(trx, asked.email);
        const mark = markOf(linkId);
        await send(trx, { to: asked.to, token, code, mark, expiresAt });
        return { mark };
      }),
    look: async (token, handle) => {
      const tokenHash = tokenHashOf('fxm_', token);
      if (!tokenHash) return 'unknown';
      const row = await kysely
        .selectFrom('mail_links')
        .select([...linkColumns, 'handle_hash'])
        .select(sql<boolean>`consumed_at is null and superseded_at is null and expires_at > now()`.as('is_alive'))
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      if (!row) return 'unknown';
      if (!row.is_alive) return 'expired_or_used';
      const handleHash = handle === undefined ? undefined : tokenHashOf('fxh_', handle);
      const isBound = handleHash !== undefined && sameSignature(handleHash, row.handle_hash);
      return { link: toLink(row), mark: markOf(row.link_id), isBound };
    },
    take,
    takeByCode: async (handleHash, code) => {
      // Counted before it is compared: tries at the same time do not get more than five either.
      const row = await kysely
        .updateTable('mail_links')
        .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
        .where('link_id', '=', (eb) =>
          eb
            .selectFrom('mail_links')
            .select('link_id')
            .where('handle_hash', '=', handleHash)
            .orderBy('created_at', 'desc')
            .limit(1),
        )
        .where('code_tries', '<', mostTries)
        .where('consumed_at', 'is', null)
        .where('superseded_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['link_id', 'code_hash', 'code_tries'])
        .executeTakeFirst();
      if (!row) return { outcome: 'expired' };
      if (!sameSignature(hashCode(row.link_id, code), row.code_hash)) {
        return { outcome: 'wrong', triesLeft: mostTries - row.code_tries };
      }
      const link = await take(row.link_id);
      return link ? { outcome: 'passed', link } : { outcome: 'expired' };
    },
    stateOf: async (handle) => {
      const handleHash = tokenHashOf('fxh_', handle);
      if (!handleHash) return 'Expired';
      const row = await kysely
        .selectFrom('mail_links')
        .select(['consumed_at'])
        .select(sql<boolean>`superseded_at is null and expires_at > now()`.as('is_alive'))
        .where('handle_hash', '=', handleHash)
        .executeTakeFirst();
      if (row && row.consumed_at !== null) return 'Used';
      return row?.is_alive ? 'Waiting' : 'Expired';
    },
    nonceFor,
    isNonceOf: (linkId, nonce) => sameSignature(nonce, nonceFor(linkId)),
  };
}

const linkColumns = ['link_id', 'email', 'account_id', 'game', 'redirect_uri', 'marketing_enabled', 'locale'] as const;

type LinkRow = Pick<
  { [C in keyof Tables['mail_links']]: unknown } & {
    link_id: string;
    email: string;
    account_id: string | null;
    game: string | null;
    redirect_uri: string | null;
    marketing_enabled: boolean | null;
    locale: string;
  },
  (typeof linkColumns)[number]
>;

function toLink(row: LinkRow): MailLink {
  return {
    linkId: row.link_id,
    email: row.email,
    accountId: row.account_id ?? undefined,
    game: row.game ?? undefined,
    redirectUri: row.redirect_uri ?? undefined,
    marketingEnabled: row.marketing_enabled ?? undefined,
    locale: row.locale,
  };
}

/** A short word that stands on the waiting screen and in the mail, so that a person can see that they belong together. */
const markOf = (linkId: string): string => linkId.slice(0, 4).toUpperCase();

const limits = [
  { seconds: resendSeconds, most: 1 },
  { seconds: 3600, most: 5 },
  { seconds: 86_400, most: 20 },
];

/** The same for every address, whether or not anybody has an account with it. */
async function refuseTooMany(trx: Transaction<Tables>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`mail ${email}`}))`.execute(trx);
  const sent = await trx
    .selectFrom('mail_links')
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('created_at', 'desc')
    .execute();
  for (const { seconds, most } of limits) {
    const within = sent.filter((mail) => mail.age_seconds < seconds);
    const oldest = within[most - 1];
    if (!oldest) continue;
    const wait = Math.ceil(seconds - oldest.age_seconds);
    throw new Problem('TooManyRequests', `A mail was sent to this address a moment ago. Try again in ${wait} s.`, {
      fields: { Email: `wait ${wait}` },
    });
  }
}

/** The newest three stay good: a new request must not be a means to end somebody else's. */
async function supersedeOlder(trx: Transaction<Tables>, email: string): Promise<void> {
  await trx
    .updateTable('mail_links')
    .set({ superseded_at: sql`now()` })
    .where('email', '=', email)
    .where('consumed_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('link_id', 'not in', (eb) =>
      eb
        .selectFrom('mail_links')
        .select('link_id')
        .where('email', '=', email)
        .where('consumed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(mostAlive),
    )
    .execute();
}
