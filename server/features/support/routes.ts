import type { PortalConfig } from '#contract/config.ts';
import { fallbackLocale, chooseLocalizedText, toLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import type { CaptchaVerifier } from '#server/features/captcha/captcha-verifier.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Log } from '#server/http/log.ts';
import { closeOwnTicket, replyToTicket } from './reply-to-ticket.ts';
import { findSupportAddress } from './find-support-address.ts';
import { buildOwnTicketSql, readTickets, type TicketRow } from './read-tickets.ts';
import { sendSupportMessage, type SupportMessageDeps } from './send-support-message.ts';
import type { SupportReplyDeps } from './send-support-reply.ts';
import { createSupportDeskRoutes } from './desk-routes.ts';

export interface SupportDeps extends SupportMessageDeps, SupportReplyDeps {
  readonly log: Log;
  readonly captcha: CaptchaVerifier;
}

export function createSupportRoutes(deps: SupportDeps): AreaHandlers<'support'> {
  return { ...createSenderRoutes(deps), ...createSupportDeskRoutes(deps) };
}

function createSenderRoutes(
  deps: SupportDeps,
): Omit<AreaHandlers<'support'>, keyof ReturnType<typeof createSupportDeskRoutes>> {
  const { database, captcha, log } = deps;
  const { readGame, requireGame } = createGamesReader(database);
  type Game = Awaited<ReturnType<typeof readGame>>;
  const describe = (game: Game, portal: PortalConfig, locale: Locale) => ({
    about: game ? chooseLocalizedText(game.config.StorePage.Title, fallbackLocale) : portal.CompanyBranding.Name,
    supportAddress: findSupportAddress(game?.config, portal, locale),
  });
  const findAbout = async (ticket: TicketRow) =>
    describe(
      ticket.game === null ? undefined : await readGame(ticket.game),
      await deps.readPortal(),
      toLocale(ticket.locale),
    );
  return {
    sendMessage: async ({ body, session, caller }) => {
      const email = normalizeEmail(body.Email);
      if (email === undefined) throw invalid('Email', 'must be an e-mail address to which a mail can be sent');
      if (body.Message.trim() === '') throw invalid('Message', 'must say something');
      const game = body.Game === undefined ? undefined : await requireGame(body.Game);
      const sender = await session();
      const { ip, network, locale: preferred } = caller();
      const hasPassedCaptcha = body.CaptchaResult !== undefined;
      const passes = async (): Promise<boolean> =>
        (await captcha.check(body.CaptchaResult ?? '', 'support', ip, body.Game)) === 'passed';
      if ((hasPassedCaptcha || !sender) && !(await passes())) throw new Problem('CaptchaFailed');
      const account = sender && (await accountOf(deps, sender));
      const portal = await deps.readPortal();
      const locale = body.Locale ?? account?.locale ?? preferred;
      const about = describe(game, portal, locale);
      if (about.supportAddress === undefined)
        log.warn({ game: body.Game }, 'A message to support is only stored: no legal contact has an email address.');
      const TicketId = await sendSupportMessage(deps, {
        game: body.Game,
        ...about,
        email,
        message: body.Message,
        context: body.Context ?? {},
        locale,
        accountId: sender?.accountId,
        // Without a captcha, a session may only have receipts sent to its own address.
        mayGetReceipt: hasPassedCaptcha || account?.provedEmail === email,
        network,
      });
      return { Success: true, TicketId };
    },
    tickets: async ({ session }) => ({
      Tickets: await readTickets(database.kysely, await buildOwnTicketSql(database.kysely, session)),
    }),
    reply: ({ session, body, caller }) => {
      if (body.Message.trim() === '') throw invalid('Message', 'must say something');
      const { network } = caller();
      return replyToTicket(deps, { session, ticketId: body.TicketId, message: body.Message, network }, findAbout);
    },
    close: ({ session, body }) => closeOwnTicket(deps, { session, ticketId: body.TicketId }),
  };
}

async function accountOf(
  { database }: SupportDeps,
  { accountId }: Session,
): Promise<{ readonly locale: Locale; readonly provedEmail: string | undefined } | undefined> {
  const account = await database.kysely
    .selectFrom('accounts')
    .select(['locale', 'email', 'email_validated'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const { locale, email, email_validated } = account;
  return { locale: toLocale(locale), provedEmail: email_validated ? normalizeEmail(email ?? '') : undefined };
}

function invalid(field: string, message: string): Problem {
  return new Problem('InvalidRequest', `${field} ${message}`, { fields: { [field]: message } });
}
