// The tries to sign in: by a provider in a window of its own, or by a mail after a captcha. Whatever fails leads back to the
// first step, with what is wrong.
import type { BrowserAdapter, SignInOutcome } from '#identities/port.browser.ts';
import { askedCheck } from '#portal/sign-in/asked-check.ts';
import type { LoginRequest, LoginResult } from '#portal/sign-in/login.ts';
import { keepMailHandle } from '#portal/sign-in/mail-handle.ts';
import { signInMethods } from '#portal/sign-in/sign-in-methods.ts';
import type { SignInLife } from './sign-in-life.ts';
import type { SignedIn, SignInScreen, Step } from './sign-in-step.ts';

export interface TryParts {
  readonly life: SignInLife;
  readonly screen: SignInScreen;
  readonly login: (request: LoginRequest) => Promise<LoginResult>;
  readonly finish: (signedIn: SignedIn, provider: string) => Promise<void>;
}

/** By the provider's own window. It is opened before anything is awaited, for it has to be opened in the click. */
export async function signInWith(parts: TryParts, adapter: BrowserAdapter, request: LoginRequest): Promise<void> {
  const { life, screen } = parts;
  const { provider } = request;
  screen.clearError();
  screen.setBusyWith(provider);
  try {
    const signing = adapter.signIn(provider, signInMethods[provider]?.options, life.host());
    await takeOutcome(parts, await signing, request);
  } catch (thrown) {
    screen.fail(thrown);
  }
}

/** What a provider's window or button has brought. */
export async function takeOutcome(parts: TryParts, outcome: SignInOutcome, request: LoginRequest): Promise<void> {
  const { life, screen } = parts;
  if (!life.isOpen()) return undefined;
  if (outcome.outcome !== 'proved') return screen.fail(new Error(outcome.message));
  screen.setBusyWith(request.provider);
  try {
    const result = await parts.login({ ...request, payload: outcome.login });
    if (result.outcome === 'signedIn') await parts.finish(result, request.provider);
  } catch (thrown) {
    screen.fail(thrown);
  }
  return undefined;
}

/** @param step with which captcha it was, if any: one that was passed is not asked for again */
export async function sendMail({ life, screen, login }: TryParts, request: LoginRequest, step: Step): Promise<void> {
  screen.setBusyWith('email');
  try {
    const result = await login(request);
    if (result.outcome !== 'mailSent' || !life.isOpen()) return;
    if (result.mail.handle !== undefined) keepMailHandle(result.mail.handle);
    screen.go({ name: 'mail', mail: result.mail });
  } catch (thrown) {
    const action = askedCheck(thrown);
    const wasPassed = step.name === 'captcha' && step.action === action;
    if (action === undefined || wasPassed) screen.fail(thrown);
    else screen.go({ name: 'captcha', action });
  }
}
