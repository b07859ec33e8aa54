// Signs in by email or by a provider. Throws one of the messages fixed by the specification, or the error of the call.
import type { SignInMethod } from '#model/runtime-config.ts';

export interface LoginRequest {
  readonly provider: string;
  readonly email?: string | undefined;
  readonly captcha?: string | undefined;
  readonly payload?: object | undefined;
  readonly game?: string | undefined;
  readonly locale?: string | undefined;
  readonly marketingEnabled?: boolean | undefined;
  readonly addToAccount?: boolean | undefined;
  readonly redirectUri?: string | undefined;
}

export type LoginResult =
  | { readonly outcome: 'signedIn'; readonly token: string; readonly accountId: string; readonly mergeToken?: string }
  | { readonly outcome: 'mailSent'; readonly mail: SentMail };

export interface SentMail {
  /** Identifies this browser's request: needed to send the code and to poll the link's status. */
  readonly handle: string | undefined;
  /** Also shown in the mail, so that players can recognise their own request. */
  readonly mark: string | undefined;
  readonly resendAfterSeconds: number;
}

export interface LoginDeps {
  readonly methods: Readonly<Record<string, SignInMethod>>;
  readonly authenticate: (body: Record<string, unknown>) => Promise<AuthenticateReply>;
  readonly sendMail: (body: MailBody) => Promise<MailReply>;
}

interface MailBody {
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

export const loginFailedMessage = 'Failed to login. Try again';

export async function login(request: LoginRequest, deps: LoginDeps): Promise<LoginResult> {
  return request.provider === 'email' ? loginByMail(request, deps) : loginByProvider(request, deps);
}

const defaultResendSeconds = 30;

async function loginByMail(request: LoginRequest, { sendMail }: LoginDeps): Promise<LoginResult> {
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
  if (!reply.Success) throw new Error(loginFailedMessage);
  return {
    outcome: 'mailSent',
    mail: {
      handle: reply.Token,
      mark: reply.Mark,
      resendAfterSeconds: reply.ResendAfterSeconds ?? defaultResendSeconds,
    },
  };
}

async function loginByProvider(request: LoginRequest, { methods, authenticate }: LoginDeps): Promise<LoginResult> {
  const { provider, payload, game, locale, marketingEnabled } = request;
  const method = Object.hasOwn(methods, provider) ? methods[provider] : undefined;
  if (!method) throw new Error(`Login provider ${provider} is not supported.`);
  const title = provider.toUpperCase();
  if (!payload) throw new Error(`${title} payload is required for ${title} login`);
  const reply = await authenticate({
    AuthenticationType: method.id,
    [method.key]: payload,
    ...(game !== undefined && { Game: game }),
    ...(locale !== undefined && { Locale: locale }),
    ...(marketingEnabled && { MarketingEnabled: true }),
  });
  if (!reply.Success || !reply.Data) throw new Error(reply.Error?.Message ?? loginFailedMessage);
  const { Token, AccountId, Merge } = reply.Data;
  return {
    outcome: 'signedIn',
    token: Token,
    accountId: AccountId,
    ...(Merge !== undefined && { mergeToken: Merge.MergeToken }),
  };
}
