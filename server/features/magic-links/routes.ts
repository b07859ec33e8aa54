import type { SignInResult } from '#identities/port.server.ts';
import { toLocale } from '#model/locale.ts';
import { maskEmail } from '#model/mask-email.ts';
import { Problem } from '#model/problem.ts';
import { safeDestination } from '#model/safe-destination.ts';
import type { Database } from '#server/db/database.ts';
import type { GameKeys } from '#server/features/game-keys/game-keys.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { minResendSeconds } from '#server/features/mail-rate-limits/mail-rate-limits.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { CaptchaVerifier } from '#server/features/captcha/captcha-verifier.ts';
import { requireFreshSession } from '#server/features/sessions/admit-session.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { findIdentityOwner } from '#server/features/sign-in/scoped-identities.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';
import { composeMagicLinkMail } from './compose-link-mail.ts';
import type { MagicLink } from './magic-link.ts';
import type { MagicLinks } from './magic-links.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import { verifyCaptchaForMail, consumeByCodeWithCaptcha } from './magic-link-captcha.ts';

export interface MagicLinkRoutesDeps {
  readonly database: Database;
  readonly magicLinks: MagicLinks;
  readonly mailLimits: MailLimits;
  readonly gameKeys: Pick<GameKeys, 'find'>;
  readonly captcha: CaptchaVerifier;
  readonly signIn: SignIn;
  readonly queueMail: QueueMail;
  readonly portalOrigin: string;
  readonly linkAddress: URL;
  readonly hasGame: (game: string) => Promise<boolean>;
}

export interface MagicLinkHandlers {
  readonly invite: Pick<AreaHandlers<'invite'>, 'emailInvite' | 'status'>;
  readonly auth: Pick<AreaHandlers<'auth'>, 'authenticateFromEmailInvite' | 'authenticateFromEmailCode'>;
}

export function createMagicLinkRoutes(deps: MagicLinkRoutesDeps): MagicLinkHandlers {
  return { invite: createInviteRoutes(deps), auth: authRoutes(deps) };
}

function createInviteRoutes(deps: MagicLinkRoutesDeps): MagicLinkHandlers['invite'] {
  const { magicLinks } = deps;
  return {
    emailInvite: async ({ body, caller, session }) => {
      const from = caller();
      const email = normalizeEmail(body.Email);
      if (email === undefined)
        throw new Problem('InvalidRequest', "This isn't an email address.", {
          fields: { Email: "isn't an email address" },
        });
      if (body.GameSystemName !== undefined && !(await deps.hasGame(body.GameSystemName)))
        throw new Problem('UnknownGame');
      const redirectUri = ownAddress(body.RedirectUri, deps.portalOrigin);
      const accountId = body.AddToAccount ? await accountToAddTo(deps, session) : undefined;
      const passedCaptchaAction = await verifyCaptchaForMail(
        deps,
        email,
        body.CaptchaResult,
        from.ip,
        body.GameSystemName,
      );
      const handle = createToken('fxh_');
      const locale = body.Locale === undefined ? from.locale : toLocale(body.Locale);
      const { mark } = await magicLinks.add(
        {
          email,
          purpose: accountId === undefined ? 'sign-in' : 'add-email',
          source: { network: from.network },
          passedCaptchaAction,
          handleHash: handle.tokenHash,
          locale,
          accountId,
          game: body.GameSystemName,
          redirectUri,
          marketingEnabled: body.MarketingEnabled,
        },
        (trx, mail) =>
          deps.queueMail(
            trx,
            composeMagicLinkMail(deps.linkAddress, mail, {
              locale,
              from,
              template: accountId ? 'add-email' : 'sign-in',
            }),
          ),
      );
      return { Success: true, Token: handle.token, Mark: mark, ResendAfterSeconds: minResendSeconds };
    },
    status: async ({ body }) => ({ Status: await magicLinks.readState(body.Token) }),
  };
}

function authRoutes(deps: MagicLinkRoutesDeps): MagicLinkHandlers['auth'] {
  const { magicLinks, captcha } = deps;
  return {
    authenticateFromEmailInvite: async ({ body, caller, session }) => {
      const found = await magicLinks.find(body.InviteToken, body.Handle);
      if (typeof found === 'string') return { Success: false, Error: found };
      const { link, isBound, mark } = found;
      if (!isBound) {
        if (body.Nonce === undefined || !magicLinks.isNonceOf(link.linkId, body.Nonce)) {
          return {
            Success: false,
            Error: 'confirmation_required',
            Confirmation: confirmationOf(link, mark, magicLinks),
          };
        }
        const check = await captcha.check(body.CaptchaResult ?? '', 'magic_confirm', caller().ip);
        if (check !== 'passed') throw new Problem('CaptchaFailed');
      }
      const current = await session();
      if (link.accountId !== undefined && link.accountId !== current?.accountId)
        return { Success: false, Error: 'session_required' };
      const taken = await magicLinks.consume(link.linkId);
      if (!taken) return { Success: false, Error: 'expired_or_used' };
      return finish(deps, taken, caller(), await sessionFor(deps, taken, current, isBound));
    },
    authenticateFromEmailCode: async ({ body, caller, session }) => {
      const handleHash = hashToken('fxh_', body.Handle);
      if (!handleHash) return { Success: false, Error: 'unknown' };
      const result = await consumeByCodeWithCaptcha(deps, handleHash, body, caller().ip);
      if (result.outcome === 'captcha-required') return { Success: false, Error: 'captcha_required' };
      if (result.outcome === 'link-only') return { Success: false, Error: 'link_only' };
      if (result.outcome === 'expired') return { Success: false, Error: 'expired_or_used' };
      if (result.outcome === 'replaced') return { Success: false, Error: 'replaced' };
      if (result.outcome === 'wrong') return { Success: false, Error: 'wrong_code', TriesLeft: result.triesLeft };
      const current = await session();
      if (result.link.accountId !== undefined && result.link.accountId !== current?.accountId)
        return { Success: false, Error: 'session_required' };
      return finish(deps, result.link, caller(), await sessionFor(deps, result.link, current, true));
    },
  };
}

async function finish(deps: MagicLinkRoutesDeps, link: MagicLink, caller: Caller, session: Session | undefined) {
  const signedIn: SignInResult = await deps.signIn(
    {
      identity: { type: 'Email', externalId: link.email },
      email: { address: link.email, verified: true },
    },
    {
      caller,
      scope: undefined,
      session,
      requestedWhileFresh: link.accountId !== undefined,
      locale: toLocale(link.locale),
      marketingEnabled: link.marketingEnabled,
    },
  );
  return { Success: true, ...signedIn, ...(link.redirectUri !== undefined && { RedirectUri: link.redirectUri }) };
}

/**
 * The requesting account's session. In the requesting browser also a guest's, who registers, or one of the address's
 * own account, which becomes fresh.
 */
async function sessionFor(
  deps: MagicLinkRoutesDeps,
  link: MagicLink,
  current: Session | undefined,
  isBound: boolean,
): Promise<Session | undefined> {
  if (link.accountId !== undefined) return current;
  if (!current || !isBound) return undefined;
  const identity = { type: 'Email', externalId: link.email, scope: undefined };
  const owner = await findIdentityOwner(deps.database.kysely, identity);
  return owner?.accountId === current.accountId || (await isGuest(deps, current)) ? current : undefined;
}

/** Undefined for a guest, who registers by signing in where they play. */
async function accountToAddTo(deps: MagicLinkRoutesDeps, session: () => Promise<Session | undefined>) {
  const current = await session();
  if (!current) throw new Problem('Unauthenticated');
  if (await isGuest(deps, current)) return undefined;
  requireFreshSession(current);
  return current.accountId;
}

async function isGuest({ database }: MagicLinkRoutesDeps, { accountId }: Session): Promise<boolean> {
  const account = await database.kysely
    .selectFrom('accounts')
    .select('guest')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return account?.guest ?? false;
}

function confirmationOf(link: MagicLink, mark: string, magicLinks: MagicLinks) {
  return {
    Email: maskEmail(link.email),
    Mark: mark,
    ...(link.game !== undefined && { Game: link.game }),
    Nonce: magicLinks.createNonce(link.linkId),
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
