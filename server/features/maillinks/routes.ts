import { hash } from 'node:crypto';
import type { SignedIn } from '#identities/port.server.ts';
import { alpha2Of } from '#model/country.ts';
import { toLocale, type Locale } from '#model/locale.ts';
import { maskEmail } from '#model/mask-email.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { MailCodes } from '#server/features/gamesignin/mail-codes.ts';
import type { QueuedMail } from '#server/features/mail/mail-templates.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { RobotCheck } from '#server/features/robotcheck/robot-check.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { SignIn } from '#server/features/signin/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { safeDestination } from '#server/http/safe-redirect.ts';
import { newToken, tokenHashOf } from '#server/secrets/one-time-token.ts';
import { lifetimeMinutes, resendSeconds, type LinkMail, type MailLink, type MailLinks } from './mail-links.ts';
import { normalizeEmail } from './normalize-email.ts';

export interface MailLinkDeps {
  readonly database: Database;
  readonly mailLinks: MailLinks;
  readonly robotCheck: RobotCheck;
  readonly signIn: SignIn;
  readonly queueMail: QueueMail;
  readonly portalOrigin: string;
  /** The page to which the link in a mail leads. */
  readonly linkAddress: URL;
  readonly hasGame: (game: string) => Promise<boolean>;
}

interface Handlers {
  readonly invite: Pick<AreaHandlers<'invite'>, 'emailInvite' | 'status'>;
  readonly auth: Pick<AreaHandlers<'auth'>, 'authenticateFromEmailInvite' | 'authenticateFromEmailCode'>;
}

export function mailLinkRoutes(deps: MailLinkDeps): Handlers {
  return { invite: inviteRoutes(deps), auth: authRoutes(deps) };
}

function inviteRoutes(deps: MailLinkDeps): Handlers['invite'] {
  const { mailLinks, robotCheck } = deps;
  return {
    emailInvite: async ({ body, caller, session }) => {
      const from = caller();
      const email = normalizeEmail(body.Email);
      if (email === undefined)
        throw new Problem('InvalidRequest', 'This is no e-mail address.', {
          fields: { Email: 'is no e-mail address' },
        });
      if (body.GameSystemName !== undefined && !(await deps.hasGame(body.GameSystemName)))
        throw new Problem('UnknownGame');
      const redirectUri = ownAddress(body.RedirectUri, deps.portalOrigin);
      const accountId = body.AddToAccount ? await accountToAddTo(deps, session) : undefined;
      if ((await robotCheck.check(body.CaptchaResult, 'email_login', from.ip)) !== 'passed')
        throw new Problem('RobotCheckFailed');
      const handle = newToken('fxh_');
      const locale = body.Locale === undefined ? from.locale : toLocale(body.Locale);
      const { mark } = await mailLinks.ask(
        {
          email,
          to: body.Email.trim(),
          handleHash: handle.tokenHash,
          locale,
          accountId,
          game: body.GameSystemName,
          redirectUri,
          marketingEnabled: body.MarketingEnabled,
        },
        (trx, mail) =>
          deps.queueMail(trx, linkMail(deps, mail, { locale, from, template: accountId ? 'add-email' : 'sign-in' })),
      );
      return { Success: true, Token: handle.token, Mark: mark, ResendAfterSeconds: resendSeconds };
    },
    status: async ({ body }) => ({ Status: await mailLinks.stateOf(body.Token) }),
  };
}

function authRoutes(deps: MailLinkDeps): Handlers['auth'] {
  const { mailLinks, robotCheck } = deps;
  return {
    authenticateFromEmailInvite: async ({ body, caller, session }) => {
      const looked = await mailLinks.look(body.InviteToken, body.Handle);
      if (typeof looked === 'string') return { Success: false, Error: looked };
      const { link, isBound, mark } = looked;
      if (!isBound) {
        if (body.Nonce === undefined || !mailLinks.isNonceOf(link.linkId, body.Nonce)) {
          return {
            Success: false,
            Error: 'confirmation_required',
            Confirmation: confirmationOf(link, mark, mailLinks),
          };
        }
        const check = await robotCheck.check(body.CaptchaResult ?? '', 'magic_confirm', caller().ip);
        if (check !== 'passed') throw new Problem('RobotCheckFailed');
      }
      const current = await session();
      if (link.accountId !== undefined && link.accountId !== current?.accountId)
        return { Success: false, Error: 'session_required' };
      const taken = await mailLinks.take(link.linkId);
      if (!taken) return { Success: false, Error: 'expired_or_used' };
      return finish(deps, taken, caller(), await sessionFor(deps, taken, current, isBound));
    },
    authenticateFromEmailCode: async ({ body, caller, session }) => {
      const handleHash = tokenHashOf('fxh_', body.Handle);
      if (!handleHash) return { Success: false, Error: 'unknown' };
      const result = await mailLinks.takeByCode(handleHash, body.Code.replaceAll(/[\s-]/g, ''));
      if (result.outcome === 'expired') return { Success: false, Error: 'expired_or_used' };
      if (result.outcome === 'wrong') return { Success: false, Error: 'wrong_code', TriesLeft: result.triesLeft };
      const current = await session();
      if (result.link.accountId !== undefined && result.link.accountId !== current?.accountId)
        return { Success: false, Error: 'session_required' };
      return finish(deps, result.link, caller(), await sessionFor(deps, result.link, current, true));
    },
  };
}

/** The same codes for games that keep ids of their own: what binds is the id of the game's session. */
export function mailCodes(deps: MailLinkDeps): MailCodes {
  const bound = (email: string, sessionId: string): Buffer =>
    hash('sha256', `external ${email} ${sessionId}`, 'buffer');
  return {
    ask: async ({ email: typed, game, sessionId, caller, locale }) => {
      const email = normalizeEmail(typed);
      if (email === undefined) throw new Problem('InvalidRequest', 'This is no e-mail address.');
      await deps.mailLinks.ask(
        { email, to: typed.trim(), handleHash: bound(email, sessionId), locale, game },
        (trx, mail) => deps.queueMail(trx, linkMail(deps, mail, { locale, from: caller, template: 'sign-in' })),
      );
    },
    take: async ({ email: typed, sessionId, code }) => {
      const email = normalizeEmail(typed);
      if (email === undefined) return { outcome: 'wrong' };
      const result = await deps.mailLinks.takeByCode(bound(email, sessionId), code);
      return result.outcome === 'passed' ? { outcome: 'passed', email } : { outcome: result.outcome };
    },
  };
}

async function finish(deps: MailLinkDeps, link: MailLink, caller: Caller, session: Session | undefined) {
  const signedIn: SignedIn = await deps.signIn(
    {
      identities: [{ type: 'Email', externalId: link.email }],
      email: { address: link.email, verified: true },
    },
    { caller, session, locale: toLocale(link.locale), marketingEnabled: link.marketingEnabled },
  );
  return { Success: true, ...signedIn, ...(link.redirectUri !== undefined && { RedirectUri: link.redirectUri }) };
}

/** The session that the proof is added to: that of the account that asked for it, or that of a guest in the same browser. */
async function sessionFor(
  deps: MailLinkDeps,
  link: MailLink,
  current: Session | undefined,
  isBound: boolean,
): Promise<Session | undefined> {
  if (link.accountId !== undefined) return current;
  return current && isBound && (await isGuest(deps, current)) ? current : undefined;
}

/** Undefined for a guest: to register, it signs in in the browser in which it plays. */
async function accountToAddTo(deps: MailLinkDeps, session: () => Promise<Session | undefined>) {
  const current = await session();
  if (!current) throw new Problem('Unauthenticated');
  if (await isGuest(deps, current)) return undefined;
  if (current.game !== undefined) throw new Problem('SignInAgain');
  return current.accountId;
}

async function isGuest({ database }: MailLinkDeps, { accountId }: Session): Promise<boolean> {
  const account = await database.kysely
    .selectFrom('accounts')
    .select('guest')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return account?.guest ?? false;
}

function confirmationOf(link: MailLink, mark: string, mailLinks: MailLinks) {
  return {
    Email: maskEmail(link.email),
    Mark: mark,
    ...(link.game !== undefined && { Game: link.game }),
    Nonce: mailLinks.nonceFor(link.linkId),
  };
}

function ownAddress(address: string | undefined, portalOrigin: string): string | undefined {
  if (address === undefined) return undefined;
  const destination = safeDestination(address, [portalOrigin]);
  if (destination === undefined)
    throw new Problem('InvalidRequest', 'RedirectUri leads elsewhere: give an address of this portal.', {
      fields: { RedirectUri: 'leads elsewhere' },
    });
  return destination;
}

function linkMail(
  { linkAddress }: MailLinkDeps,
  mail: LinkMail,
  { locale, from, template }: { locale: Locale; from: Caller; template: 'sign-in' | 'add-email' },
): QueuedMail {
  return {
    to: mail.to,
    locale,
    template,
    data: {
      link: withToken(linkAddress, mail.token),
      code: mail.code,
      mark: mail.mark,
      minutes: lifetimeMinutes,
      askedAt: new Date(mail.expiresAt.getTime() - lifetimeMinutes * 60_000).toISOString(),
      ...placeOf(from.country, locale),
    },
    notAfter: mail.expiresAt,
  };
}

/** Behind a hash, where the router keeps its paths there, the query stands there too. */
function withToken({ href }: URL, token: string): string {
  return `${href}?inviteToken=${token}`;
}

function placeOf(country: string | undefined, locale: Locale): { place?: string } {
  const place = country && new Intl.DisplayNames([locale], { type: 'region' }).of(alpha2Of(country) ?? '');
  return place ? { place } : {};
}
