// The captchas of magic links: before an email is sent, and for codes after many wrong tries.
import { Problem } from '#model/problem.ts';
import {
  buildCaptchaProblem,
  signInCaptchaAction,
  type MailLimits,
} from '#server/features/mail-rate-limits/mail-limits.ts';
import type { CaptchaVerifier } from '#server/features/captcha/captcha-verifier.ts';
import type { MagicLinks } from './magic-links.ts';
import type { ConsumeByCodeResult } from './consume-link.ts';

export async function verifyCaptchaForMail(
  { mailLimits, captcha }: { readonly mailLimits: MailLimits; readonly captcha: CaptchaVerifier },
  email: string,
  token: string,
  ip: string,
  game: string | undefined,
): Promise<string> {
  const action = await mailLimits.findCaptchaAction(email);
  if ((await captcha.check(token, action, ip, game)) === 'passed') return action;
  throw action === signInCaptchaAction ? new Problem('CaptchaFailed') : buildCaptchaProblem(action);
}

/** Consumes a captcha only if one is required. Throws CaptchaFailed. */
export async function consumeByCodeWithCaptcha(
  { magicLinks, captcha }: { readonly magicLinks: MagicLinks; readonly captcha: CaptchaVerifier },
  handleHash: Buffer,
  { Code, CaptchaResult }: { readonly Code: string; readonly CaptchaResult?: string | undefined },
  ip: string,
): Promise<ConsumeByCodeResult> {
  const code = Code.replaceAll(/[\s-]/g, '');
  const first = await magicLinks.consumeByCode({ handleHash, code, hasPassedCaptcha: false });
  if (first.outcome !== 'captcha-required' || CaptchaResult === undefined) return first;
  if ((await captcha.check(CaptchaResult, 'email_code', ip)) !== 'passed') throw new Problem('CaptchaFailed');
  return magicLinks.consumeByCode({ handleHash, code, hasPassedCaptcha: true });
}
