// Counts mails and wrong codes, and decides what the next one requires. Counting is serialised per network and mailbox,
// so that parallel requests can't exceed a limit.
import { sql, type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { mailRateLimits, wrongCodeLimits, type MailLimit } from './mail-rate-limits.ts';
import { normalizeMailbox } from './normalize-mailbox.ts';

/** A network, or a game whose server sent its key. */
export type MailRequester = { readonly network: string } | { readonly game: string };

export interface MailRequest {
  readonly email: string;
  readonly source: MailRequester;
  readonly passedCaptchaAction: string | undefined;
}

export type MailAdmission =
  | { readonly outcome: 'admitted' }
  | { readonly outcome: 'wait'; readonly seconds: number }
  | { readonly outcome: 'captcha-required'; readonly action: string };

export type CodeEntryState = 'free' | 'captcha-required' | 'link-only';

export interface MailLimits {
  /** The captcha action required before a mail to this address. */
  findCaptchaAction(email: string): Promise<string>;
  admitLink(trx: Transaction<Tables>, asked: MailRequest): Promise<MailAdmission>;
  admitReceipt(trx: Transaction<Tables>, email: string, source: MailRequester): Promise<boolean>;
  admitInvitation(trx: Transaction<Tables>, email: string, source: MailRequester): Promise<boolean>;
  admitSupport(trx: Transaction<Tables>, source: MailRequester): Promise<boolean>;
  /** Locks the mailbox's codes until the transaction ends. */
  readCodeEntryState(trx: Transaction<Tables>, email: string, sourceHash: Buffer): Promise<CodeEntryState>;
  countWrongCode(trx: Transaction<Tables>, email: string, sourceHash: Buffer): Promise<void>;
  hashOf(source: MailRequester): Buffer;
}

export const signInCaptchaAction = 'email_login';

export interface MailLimitsOptions {
  /** On a laptop all callers share one address, so network limits are multiplied. */
  readonly networkFactor: number;
}

export function createMailLimits(database: Database, sealer: Sealer, options: MailLimitsOptions): MailLimits {
  const hash = (text: string): Buffer => sealer.sign('mail limits', text);
  const mailboxHash = (email: string): Buffer => hash(`mailbox ${normalizeMailbox(email)}`);
  const hashOf = (source: MailRequester): Buffer =>
    hash('game' in source ? `game ${source.game}` : `network ${source.network}`);
  // With 16 bytes, two mailboxes never share an action.
  const mailboxCaptchaAction = (mailbox: Buffer): string => `mail_${mailbox.toString('base64url').slice(0, 22)}`;
  const ofNetwork = mailRateLimits.network.map(({ seconds, max }) => ({
    seconds,
    max: Math.ceil(max * options.networkFactor),
  }));
  const ofSource = (source: MailRequester): readonly MailLimit[] =>
    'game' in source ? mailRateLimits.game : ofNetwork;

  /** Above a limit the mail is dropped silently: no caller waits for it. */
  const admitOther = async (
    trx: Transaction<Tables>,
    kind: 'receipt' | 'invitation',
    email: string,
    source: MailRequester,
  ): Promise<boolean> => {
    const [from, mailbox] = [hashOf(source), mailboxHash(email)];
    await takeTurn(trx, from);
    await takeTurn(trx, mailbox);
    const mails = mailsTo(trx, mailbox);
    const own = kind === 'receipt' ? mailRateLimits.receipts : mailRateLimits.invitations;
    const seconds =
      (await secondsToWait(mails.where('kind', '=', kind), own)) ||
      (await secondsToWait(mails, mailRateLimits.mailbox)) ||
      (await secondsToWait(mailsFrom(trx, from), ofSource(source)));
    if (seconds > 0) return false;
    await count(trx, kind, from, mailbox);
    return true;
  };

  return {
    hashOf,
    findCaptchaAction: async (email) => {
      const mailbox = mailboxHash(email);
      const isCrowded = (await secondsToWait(mailsTo(database.kysely, mailbox), mailRateLimits.mailbox)) > 0;
      return isCrowded ? mailboxCaptchaAction(mailbox) : signInCaptchaAction;
    },
    admitLink: async (trx, { email, source, passedCaptchaAction }) => {
      const [from, mailbox] = [hashOf(source), mailboxHash(email)];
      await takeTurn(trx, from);
      await takeTurn(trx, mailbox);
      const pair = mailsTo(trx, mailbox).where('source_hash', '=', from).where('kind', '=', 'link');
      const pause = 'game' in source ? mailRateLimits.gameAndMailboxPause : mailRateLimits.networkAndMailbox;
      const seconds =
        (await secondsToWait(pair, pause)) || (await secondsToWait(mailsFrom(trx, from), ofSource(source)));
      if (seconds > 0) return { outcome: 'wait', seconds };
      const isCrowded = (await secondsToWait(mailsTo(trx, mailbox), mailRateLimits.mailbox)) > 0;
      if (isCrowded && passedCaptchaAction !== mailboxCaptchaAction(mailbox))
        return { outcome: 'captcha-required', action: mailboxCaptchaAction(mailbox) };
      if (passedCaptchaAction === undefined && (await secondsToWait(pair, mailRateLimits.gameAndMailbox)) > 0)
        return { outcome: 'captcha-required', action: signInCaptchaAction };
      await count(trx, 'link', from, mailbox);
      return { outcome: 'admitted' };
    },
    admitReceipt: (trx, email, source) => admitOther(trx, 'receipt', email, source),
    admitInvitation: (trx, email, source) => admitOther(trx, 'invitation', email, source),
    admitSupport: async (trx, source) => {
      const from = hashOf(source);
      await takeTurn(trx, from);
      if ((await secondsToWait(mailsFrom(trx, from), ofSource(source))) > 0) return false;
      await count(trx, 'support', from, null);
      return true;
    },
    readCodeEntryState: async (trx, email, from) => {
      const mailbox = mailboxHash(email);
      await takeTurn(trx, mailbox);
      const wrong = await trx
        .selectFrom('mail_limit_events')
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          fn.countAll<number>().filterWhere('source_hash', '=', from).as('own'),
        ])
        .where('mailbox_hash', '=', mailbox)
        .where('kind', '=', 'wrong-code')
        .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      const { mailbox: ofAll, networkAndMailbox: ofOne } = wrongCodeLimits;
      if (wrong.all >= ofAll.max || wrong.own >= ofOne.max) return 'link-only';
      return wrong.all >= ofAll.free || wrong.own >= ofOne.free ? 'captcha-required' : 'free';
    },
    countWrongCode: (trx, email, from) => count(trx, 'wrong-code', from, mailboxHash(email)),
  };
}

/** Throws a problem that tells the caller to wait or to pass a captcha. */
export function requireMailAdmitted(admission: MailAdmission): void {
  if (admission.outcome === 'wait')
    throw new Problem('TooManyRequests', `Too many emails were requested. Try again in ${admission.seconds} s.`, {
      fields: { Email: `wait ${admission.seconds}` },
    });
  if (admission.outcome === 'captcha-required') throw buildCaptchaProblem(admission.action);
}

/** `fields` names the captcha action to use. */
export const buildCaptchaProblem = (action: string): Problem =>
  new Problem('CaptchaFailed', undefined, { fields: { CaptchaResult: action } });

type Events = SelectQueryBuilder<Tables, 'mail_limit_events', object>;

const mails = (db: Kysely<Tables>): Events => db.selectFrom('mail_limit_events').where('kind', '<>', 'wrong-code');
const mailsTo = (db: Kysely<Tables>, mailbox: Buffer): Events => mails(db).where('mailbox_hash', '=', mailbox);
const mailsFrom = (db: Kysely<Tables>, source: Buffer): Events => mails(db).where('source_hash', '=', source);

/** Seconds until one more event is within all limits; 0: now. */
async function secondsToWait(events: Events, within: readonly MailLimit[]): Promise<number> {
  let longest = 0;
  for (const { seconds, max } of within) {
    const oldest = await events
      .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
      .orderBy('created_at', 'desc')
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    if (oldest) longest = Math.max(longest, Math.ceil(seconds - oldest.age_seconds));
  }
  return longest;
}

async function count(
  trx: Transaction<Tables>,
  kind: Tables['mail_limit_events']['kind'],
  source: Buffer,
  mailbox: Buffer | null,
): Promise<void> {
  await trx.insertInto('mail_limit_events').values({ kind, source_hash: source, mailbox_hash: mailbox }).execute();
}

/** Locks this hash until the transaction ends. Networks are locked before mailboxes, to avoid deadlocks. */
async function takeTurn(trx: Transaction<Tables>, hash: Buffer): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE().toString()}::bigint)`.execute(trx);
  } catch (error) {
    // Lock timeout: too many concurrent requests for the same source or mailbox.
    if ((error as { code?: string }).code === '55P03')
      throw new Problem('TooManyRequests', undefined, { cause: error });
    throw error;
  }
}
