// Signs in by a provider of the modal, once whoever asks has all that it takes: for e-mail the address and the captcha,
// for any other provider the login block that its browser adapter brought. What it throws is one of the catalogue's texts, to
// the letter, or the error of the call.
import type { SignInMethod } from '#model/runtime-config.ts';

export interface LoginRequest {
  readonly provider: string;
  readonly email?: string | undefined;
  /** The token of the captcha. */
  readonly captcha?: string | undefined;
  /** The login block. */
  readonly payload?: object | undefined;
  readonly game?: string | undefined;
  readonly locale?: string | undefined;
  readonly marketingEnabled?: boolean | undefined;
  readonly addToAccount?: boolean | undefined;
  /** Where the link of the mail leads after signing in. */
  readonly redirectUri?: string | undefined;
}

export type LoginResult =
  | { readonly outcome: 'signedIn'; readonly token: string; readonly accountId: string; readonly mergeToken?: string }
  | { readonly outcome: 'mailSent'; readonly mail: SentMail };

export interface SentMail {
  /** Of the browser that asked: it takes the code and asks how the link stands. */
  readonly handle: string | undefined;
  /** Stands in the mail too, so that a person can tell their own request. */
  readonly mark: string | undefined;
  readonly resendAfterSeconds: number;
}

export interface LoginParts {
  readonly ways: Readonly<Record<string, SignInMethod>>;
  readonly authenticate: (body: Record<string, unknown>) => Promise<AuthenticateReply>;
  readonly sendMail: (body: MailBody) => Promise<MailReply>;
}

export interface MailBody {
  readonly CaptchaResult: string;
  readonly Email: string;
  readonly GameSystemName?: string;
  readonly Locale?: string;
  readonly RedirectUri?: string;
  readonly MarketingEnabled?: boolean;
  readonly AddToAccount?: boolean;
}

interface MailReply {
  readonly Success: boolean;
  readonly Token?: string;
  readonly Mark?: string;
  readonly ResendAfterSeconds?: number;
}

interface AuthenticateReply {
  readonly Success: boolean;
  readonly Data?: { readonly Token: string; readonly AccountId: string; readonly Merge?: { MergeToken: string } };
  readonly Error?: { readonly Message: string };
}

export const failedToLogin = 'Failed to login. Try again';

export async function login(request: LoginRequest, parts: LoginParts): Promise<LoginResult> {
  return request.provider === 'email' ? loginByMail(request, parts) : loginByProvider(request, parts);
}

const defaultResendSeconds = 30;

async function loginByMail(request: LoginRequest, { sendMail }: LoginParts): Promise<LoginResult> {
  const { email, captcha, game, locale, redirectUri, marketingEnabled, addToAccount } = request;
  if (!email) throw new Error('Email is required for email login');
  if (!captcha) throw new Error('Captcha token is required for email login');
  const reply = await sendMail({
    CaptchaResult: captcha,
    Email: email,
    ...(game !== undefined && { GameSystemName: game }),
    ...(locale !== undefined && { Locale: locale }),
    ...(redirectUri !== undefined && { RedirectUri: redirectUri }),
    ...(marketingEnabled && { MarketingEnabled: true }),
    ...(addToAccount && { AddToAccount: true }),
  });
  if (!reply.Success) throw new Error(failedToLogin);
  return {
    outcome: 'mailSent',
    mail: {
      handle: reply.Token,
      mark: reply.Mark,
      resendAfterSeconds: reply.ResendAfterSeconds ?? defaultResendSeconds,
    },
  };
}

async function loginByProvider(request: LoginRequest, { ways, authenticate }: LoginParts): Promise<LoginResult> {
  const { provider, payload, game, locale, marketingEnabled } = request;
  const way = Object.hasOwn(ways, provider) ? ways[provider] : undefined;
  if (!way) throw new Error(`Login provider ${provider} is not supported.`);
  const title = provider.toUpperCase();
  if (!payload) throw new Error(`${title} payload is required for ${title} login`);
  const reply = await authenticate({
    AuthenticationType: way.id,
    [way.key]: payload,
    ...(game !== undefined && { Game: game }),
    ...(locale !== undefined && { Locale: locale }),
    ...(marketingEnabled && { MarketingEnabled: true }),
  });
  if (!reply.Success || !reply.Data) throw new Error(reply.Error?.Message ?? failedToLogin);
  const { Token, AccountId, Merge } = reply.Data;
  return {
    outcome: 'signedIn',
    token: Token,
    accountId: AccountId,
    ...(Merge !== undefined && { mergeToken: Merge.MergeToken }),
  };
}
