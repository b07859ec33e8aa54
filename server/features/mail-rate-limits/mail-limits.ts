// Counts mails, and digits that were wrong, and says what a further one needs. Each is counted in the transaction that sends it,
// one after the other for a network and for a mailbox, so that many at the same time pass no limit either.
import { sql, type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { limits, wrongDigits, type Limit } from './limits.ts';
import { normalizeMailbox } from './normalize-mailbox.ts';

/** Who asks: a network, or a game whose server shows its key. */
export type MailRequester = { readonly network: string } | { readonly game: string };

export interface AskedMail {
  /** In its normal form. */
  readonly email: string;
  readonly source: MailRequester;
  /** The captcha that was passed, by its action; undefined: a game's key stands for it. */
  readonly passedCheck: string | undefined;
}

export type Admission =
  | { readonly outcome: 'admitted' }
  | { readonly outcome: 'wait'; readonly seconds: number }
  /** A captcha that is drawn for this action has to be passed first. */
  | { readonly outcome: 'check'; readonly action: string };

/** How the digits of a mail stand today. */
export type DigitsState = 'free' | 'check' | 'link only';

export interface MailLimits {
  /** The action for which the captcha before a mail to this address is drawn. */
  checkFor(email: string): Promise<string>;
  admitLink(trx: Transaction<Tables>, asked: AskedMail): Promise<Admission>;
  /** Whether a receipt of support may be sent. */
  admitReceipt(trx: Transaction<Tables>, email: string, source: MailRequester): Promise<boolean>;
  /** Whether an invitation of a player may be sent. */
  admitInvitation(trx: Transaction<Tables>, email: string, source: MailRequester): Promise<boolean>;
  /** Whether a message may be mailed to support. */
  admitSupport(trx: Transaction<Tables>, source: MailRequester): Promise<boolean>;
  /** Until the transaction ends, nobody else tries digits of this mailbox. */
  digitsOf(trx: Transaction<Tables>, email: string, sourceHash: Buffer): Promise<DigitsState>;
  countWrongDigits(trx: Transaction<Tables>, email: string, sourceHash: Buffer): Promise<void>;
  hashOf(source: MailRequester): Buffer;
}

/** What the captcha of the sign-in modal is drawn for. */
export const defaultCheck = 'email_login';

export interface MailLimitsOptions {
  /** How much more than production one network may ask for: on a laptop all callers are one. */
  readonly networkFactor: number;
}

export function createMailLimits(database: Database, sealer: Sealer, options: MailLimitsOptions): MailLimits {
  const hash = (text: string): Buffer => sealer.sign('mail limits', text);
  const mailboxHash = (email: string): Buffer => hash(`mailbox ${normalizeMailbox(email)}`);
  const hashOf = (source: MailRequester): Buffer =>
    hash('game' in source ? `game ${source.game}` : `network ${source.network}`);
  // Of 16 bytes nobody finds two mailboxes with the same check.
  const ownCheck = (mailbox: Buffer): string => `mail_${mailbox.toString('base64url').slice(0, 22)}`;
  const ofNetwork = limits.network.map(({ seconds, most }) => ({
    seconds,
    most: Math.ceil(most * options.networkFactor),
  }));
  const ofSource = (source: MailRequester): readonly Limit[] => ('game' in source ? limits.game : ofNetwork);

  /** A mail that nobody waits for: beyond a limit it is not sent, and nobody need know. */
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
    const own = kind === 'receipt' ? limits.receipts : limits.invitations;
    const seconds =
      (await secondsToWait(mails.where('kind', '=', kind), own)) ||
      (await secondsToWait(mails, limits.mailbox)) ||
      (await secondsToWait(mailsFrom(trx, from), ofSource(source)));
    if (seconds > 0) return false;
    await count(trx, kind, from, mailbox);
    return true;
  };

  return {
    hashOf,
    checkFor: async (email) => {
      const mailbox = mailboxHash(email);
      const isCrowded = (await secondsToWait(mailsTo(database.kysely, mailbox), limits.mailbox)) > 0;
      return isCrowded ? ownCheck(mailbox) : defaultCheck;
    },
    admitLink: async (trx, { email, source, passedCheck }) => {
      const [from, mailbox] = [hashOf(source), mailboxHash(email)];
      await takeTurn(trx, from);
      await takeTurn(trx, mailbox);
      const pair = mailsTo(trx, mailbox).where('source_hash', '=', from).where('kind', '=', 'link');
      const pause = 'game' in source ? limits.gameAndMailboxPause : limits.networkAndMailbox;
      const seconds =
        (await secondsToWait(pair, pause)) || (await secondsToWait(mailsFrom(trx, from), ofSource(source)));
      if (seconds > 0) return { outcome: 'wait', seconds };
      const isCrowded = (await secondsToWait(mailsTo(trx, mailbox), limits.mailbox)) > 0;
      if (isCrowded && passedCheck !== ownCheck(mailbox)) return { outcome: 'check', action: ownCheck(mailbox) };
      if (passedCheck === undefined && (await secondsToWait(pair, limits.gameAndMailbox)) > 0)
        return { outcome: 'check', action: defaultCheck };
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
    digitsOf: async (trx, email, from) => {
      const mailbox = mailboxHash(email);
      await takeTurn(trx, mailbox);
      const wrong = await trx
        .selectFrom('mail_limit_events')
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          fn.countAll<number>().filterWhere('source_hash', '=', from).as('own'),
        ])
        .where('mailbox_hash', '=', mailbox)
        .where('kind', '=', 'wrong digits')
        .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      const { mailbox: ofAll, networkAndMailbox: ofOne } = wrongDigits;
      if (wrong.all >= ofAll.most || wrong.own >= ofOne.most) return 'link only';
      return wrong.all >= ofAll.free || wrong.own >= ofOne.free ? 'check' : 'free';
    },
    countWrongDigits: (trx, email, from) => count(trx, 'wrong digits', from, mailboxHash(email)),
  };
}

/** Throws what tells the caller of a refused mail what to do. */
export function requireAdmitted(admission: Admission): void {
  if (admission.outcome === 'wait')
    throw new Problem('TooManyRequests', `Too many mails were asked for. Try again in ${admission.seconds} s.`, {
      fields: { Email: `wait ${admission.seconds}` },
    });
  if (admission.outcome === 'check') throw buildCaptchaProblem(admission.action);
}

/** `fields` names the action for which the check is to be drawn. */
export const buildCaptchaProblem = (action: string): Problem =>
  new Problem('CaptchaFailed', undefined, { fields: { CaptchaResult: action } });

type Events = SelectQueryBuilder<Tables, 'mail_limit_events', object>;

const mails = (db: Kysely<Tables>): Events => db.selectFrom('mail_limit_events').where('kind', '<>', 'wrong digits');
const mailsTo = (db: Kysely<Tables>, mailbox: Buffer): Events => mails(db).where('mailbox_hash', '=', mailbox);
const mailsFrom = (db: Kysely<Tables>, source: Buffer): Events => mails(db).where('source_hash', '=', source);

/** How long until one more is within all limits; 0: it is now. */
async function secondsToWait(events: Events, within: readonly Limit[]): Promise<number> {
  let longest = 0;
  for (const { seconds, most } of within) {
    const oldest = await events
      .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
      .orderBy('created_at', 'desc')
      .offset(most - 1)
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

/** Until the transaction ends, others with the same hash wait. The networks come before the mailboxes, always. */
async function takeTurn(trx: Transaction<Tables>, hash: Buffer): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE().toString()}::bigint)`.execute(trx);
  } catch (error) {
    // Not even within the time that a lock is waited for: so many ask at once for the same.
    if ((error as { code?: string }).code === '55P03')
      throw new Problem('TooManyRequests', undefined, { cause: error });
    throw error;
  }
}
