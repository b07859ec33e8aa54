// Links that sign in by mail, and the six digits that do the same. Requirements: a link works once, within fifteen minutes;
// in the browser that asked for it at once, in any other one only after a click, because scanners of mail open links and run
// scripts; nothing shows whether an account exists, because nothing looks for one before the link is used.
//
// The browser that asks gets a handle; its hash stands with the link. Who brings handle and token is that browser. Who brings
// the token alone gets a nonce to send back with a click and a robot check. The six digits need the handle and have five tries
// a mail, and a number a day for a mailbox; the link has no such number, so that nobody is locked out by the guesses of others.
import { randomInt, randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { requireAdmitted, type MailLimits, type MailSource } from '#server/features/maillimits/mail-limits.ts';
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
  /** In its normal form; the mail goes there. */
  readonly email: string;
  readonly source: MailSource;
  /** The robot check that was passed, by its action; undefined: a game's key stands for it. */
  readonly passedCheck: string | undefined;
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
  | { readonly outcome: 'expired' }
  /** Nothing was tried: a robot check has to be passed with this try. */
  | { readonly outcome: 'check' }
  /** Nothing was tried: too many digits were wrong today. The link works on. */
  | { readonly outcome: 'link only' };

export interface MailLinks {
  /** Makes a link and hands what the mail needs to `send`, in one transaction. Throws TooManyRequests and RobotCheckFailed. */
  ask(asked: AskedLink, send: (trx: Transaction<Tables>, mail: LinkMail) => Promise<void>): Promise<{ mark: string }>;
  /** The link of a token if it can still be used, and whether the handle is the one of the browser that asked. */
  look(token: string, handle: string | undefined): Promise<Looked | 'unknown' | 'expired_or_used'>;
  /** Uses a link up. Of many who try at once, one gets it. */
  take(linkId: string): Promise<MailLink | undefined>;
  takeByCode(handleHash: Buffer, code: string, options: { readonly isChecked: boolean }): Promise<CodeOutcome>;
  stateOf(handle: string): Promise<LinkState>;
  nonceFor(linkId: string): string;
  isNonceOf(linkId: string, nonce: string): boolean;
}

export interface Looked {
  readonly link: MailLink;
  readonly mark: string;
  readonly isBound: boolean;
}

export const lifetimeMinutes = 15;
const mostTries = 5;
const mostAlive = 3;
const isTryable = sql<boolean>`code_tries < ${mostTries} and consumed_at is null and superseded_at is null and expires_at > now()`;

export function createMailLinks(database: Database, sealer: Sealer, mailLimits: MailLimits): MailLinks {
  const { kysely } = database;

  const take = async (linkId: string, db: Kysely<Tables> = kysely): Promise<MailLink | undefined> => {
    const row = await db
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
        requireAdmitted(await mailLimits.admitLink(trx, asked));
        const linkId = randomUUID();
        const { token, tokenHash } = newToken('fxm_');
        const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
        const { expires_at: expiresAt } = await trx
          .insertInto('mail_links')
          .values({
            link_id: linkId,
            token_hash: tokenHash,
            code_hash: sealer.sign('mail code', `${linkId}:${code}`),
            handle_hash: asked.handleHash,
            email: asked.email,
            account_id: asked.accountId ?? null,
            game: asked.game ?? null,
            redirect_uri: asked.redirectUri ?? null,
            marketing_enabled: asked.marketingEnabled ?? null,
            locale: asked.locale,
            expires_at: sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`,
            source_hash: mailLimits.hashOf(asked.source),
          })
          .returning('expires_at')
          .executeTakeFirstOrThrow();
        await supersedeOlder(trx, asked, mailLimits.hashOf(asked.source));
        const mark = markOf(linkId);
        await send(trx, { to: asked.email, token, code, mark, expiresAt });
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
    take: (linkId) => take(linkId),
    takeByCode: (handleHash, code, { isChecked }) =>
      database.transaction(async (trx) => {
        const asked = await trx
          .selectFrom('mail_links')
          .select(['link_id', 'email', 'source_hash'])
          .select(isTryable.as('is_tryable'))
          .where('handle_hash', '=', handleHash)
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst();
        // Nobody passes a robot check for digits that are worth nothing.
        if (!asked?.is_tryable) return { outcome: 'expired' };
        const state = await mailLimits.digitsOf(trx, asked.email, asked.source_hash);
        if (state === 'link only' || (state === 'check' && !isChecked)) return { outcome: state };
        const row = await trx
          .updateTable('mail_links')
          .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
          .where('link_id', '=', asked.link_id)
          .where(isTryable)
          .returning(['link_id', 'code_hash', 'code_tries'])
          .executeTakeFirst();
        if (!row) return { outcome: 'expired' };
        const hashes = sealer.signatures('mail code', `${row.link_id}:${code}`);
        if (!hashes.some((each) => sameSignature(each, row.code_hash))) {
          await mailLimits.countWrongDigits(trx, asked.email, asked.source_hash);
          return { outcome: 'wrong', triesLeft: mostTries - row.code_tries };
        }
        const link = await take(row.link_id, trx);
        return link ? { outcome: 'passed', link } : { outcome: 'expired' };
      }),
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
    nonceFor: (linkId) => sealer.sign('mail nonce', linkId).toString('base64url'),
    isNonceOf: (linkId, nonce) =>
      sealer.signatures('mail nonce', linkId).some((each) => sameSignature(nonce, each.toString('base64url'))),
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

/**
 * The newest three stay good of those that one network asked for: a new request must not be a means to end somebody else's.
 * Behind the key of a game are many people, so there it is the newest three of one handle.
 */
async function supersedeOlder(trx: Transaction<Tables>, asked: AskedLink, sourceHash: Buffer): Promise<void> {
  const { email, source, handleHash } = asked;
  const { rows } = await sql<{ link_id: string }>`
    select link_id from mail_links
    where email = ${email} and source_hash = ${sourceHash} and consumed_at is null and superseded_at is null
      and (${'network' in source} or handle_hash = ${handleHash})
    order by created_at desc offset ${mostAlive}`.execute(trx);
  const linkIds = rows.map(({ link_id }) => link_id);
  if (linkIds.length === 0) return;
  await trx
    .updateTable('mail_links')
    .set({ superseded_at: sql`now()` })
    .where('link_id', 'in', linkIds)
    .execute();
}
