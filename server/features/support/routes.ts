import type { PortalConfig } from '#contract/config.ts';
import { fallbackLocale, localizedText, toLocale, type Locale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import type { RobotCheck } from '#server/features/robotcheck/robot-check.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import type { Log } from '#server/http/log.ts';
import { sendMessage, type SendMessageDeps } from './send-message.ts';
import { findSupportAddress } from './find-support-address.ts';

export interface SupportDeps extends SendMessageDeps {
  readonly log: Log;
  readonly robotCheck: RobotCheck;
  readonly readPortal: () => Promise<PortalConfig>;
}

export function createSupportRoutes(deps: SupportDeps): AreaHandlers<'support'> {
  const { database, robotCheck, log } = deps;
  const { requireGame } = createGamesReader(database);
  return {
    sendMessage: async ({ body, session, caller }) => {
      const email = normalizeEmail(body.Email);
      if (email === undefined) throw invalid('Email', 'must be an e-mail address to which a mail can be sent');
      if (body.Message.trim() === '') throw invalid('Message', 'must say something');
      const game = body.Game === undefined ? undefined : await requireGame(body.Game);
      const sender = await session();
      const { ip, network, locale: preferred } = caller();
      const isChecked = body.CaptchaResult !== undefined;
      const passes = async (): Promise<boolean> =>
        (await robotCheck.check(body.CaptchaResult ?? '', 'support', ip, body.Game)) === 'passed';
      if ((isChecked || !sender) && !(await passes())) throw new Problem('RobotCheckFailed');
      const account = sender && (await accountOf(deps, sender));
      const portal = await deps.readPortal();
      const locale = body.Locale ?? account?.locale ?? preferred;
      const address = findSupportAddress(game?.config, portal, locale);
      if (address === undefined)
        log.warn({ game: body.Game }, 'A message to support is kept only: no legal contact has an e-mail address.');
      const TicketId = await sendMessage(deps, {
        game: body.Game,
        about: game ? localizedText(game.config.StorePage.Title, fallbackLocale) : portal.CompanyBranding.Name,
        email,
        message: body.Message,
        locale,
        accountId: sender?.accountId,
        // Who only has a session has us mail nobody but himself.
        mayGetReceipt: isChecked || account?.provedEmail === email,
        supportAddress: address,
        network,
      });
      return { Success: true, TicketId };
    },
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
