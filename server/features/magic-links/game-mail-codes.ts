// Emailed codes for games that have their own player ids, bound to the game session's id.
import { hash } from 'node:crypto';
import { Problem } from '#model/problem.ts';
import type { GameMailCodes } from '#server/features/game-sign-in/mail-codes.ts';
import type { MailRequester } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { Caller } from '#server/http/caller.ts';
import { composeMagicLinkMail } from './compose-link-mail.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import { verifyCaptchaForMail, consumeByCodeWithCaptcha } from './magic-link-captcha.ts';
import type { MagicLinkRoutesDeps } from './routes.ts';

export function createGameMailCodes(deps: MagicLinkRoutesDeps): GameMailCodes {
  return {
    send: async ({ email: typed, game, sessionId, caller, locale, captcha }) => {
      const email = normalizeEmail(typed);
      if (email === undefined) throw new Problem('InvalidRequest', "This isn't an email address.");
      const allowed = await allowedBy(deps, { email, game, caller, captcha });
      await deps.magicLinks.add(
        { email, purpose: 'game-code', ...allowed, handleHash: handleOf(email, sessionId), locale, game },
        (trx, mail) =>
          deps.queueMail(
            trx,
            composeMagicLinkMail(deps.linkAddress, mail, { locale, from: caller, template: 'sign-in' }),
          ),
      );
    },
    consume: async ({ email: typed, sessionId, code, captcha, caller }) => {
      const email = normalizeEmail(typed);
      if (email === undefined) return { outcome: 'wrong' };
      const tried = { Code: code, CaptchaResult: captcha };
      const result = await consumeByCodeWithCaptcha(deps, handleOf(email, sessionId), tried, caller.ip);
      if (result.outcome === 'passed') return { outcome: 'passed', email };
      return { outcome: result.outcome === 'replaced' ? 'expired' : result.outcome };
    },
  };
}

const handleOf = (email: string, sessionId: string): Buffer =>
  hash('sha256', `external ${email} ${sessionId}`, 'buffer');

interface Asked {
  readonly email: string;
  readonly game: string;
  readonly caller: Caller;
  readonly captcha: string | undefined;
}

/** A passed captcha takes precedence over a game's key, because its limits are higher. */
async function allowedBy(
  deps: MagicLinkRoutesDeps,
  { email, game, caller, captcha }: Asked,
): Promise<{ source: MailRequester; passedCaptchaAction: string | undefined }> {
  if (captcha !== undefined) {
    const passedCaptchaAction = await verifyCaptchaForMail(deps, email, captcha, caller.ip, game);
    return { source: { network: caller.network }, passedCaptchaAction };
  }
  const key = await deps.gameKeys.find(caller.authorization);
  if (key?.game === game) return { source: { game }, passedCaptchaAction: undefined };
  throw new Problem(
    'CaptchaFailed',
    "A mail is sent for a passed captcha (CaptchaResult) or for the key of this game's server (Authorization).",
  );
}
