// Attempts to sign in: by a provider in a popup window, or by mail after a captcha.
import type { BrowserAdapter, SignInOutcome } from '#identities/port.browser.ts';
import { readRequiredCaptcha } from '#portal/sign-in/read-required-captcha.ts';
import type { LoginRequest, LoginResult } from '#portal/sign-in/login.ts';
import { saveMailHandle } from '#portal/sign-in/mail-handle.ts';
import { signInMethods } from '#portal/sign-in/sign-in-methods.ts';
import type { SignInModalState } from './sign-in-modal-state.ts';
import type { CompletedSignIn, SignInScreenControls, SignInStep } from './sign-in-step.ts';

export interface SignInAttemptDeps {
  readonly state: SignInModalState;
  readonly screen: SignInScreenControls;
  readonly login: (request: LoginRequest) => Promise<LoginResult>;
  readonly finish: (signedIn: CompletedSignIn, provider: string) => Promise<void>;
}

/** The popup opens before any `await`, because browsers allow popups only inside the click handler. */
export async function signInWithProvider(
  deps: SignInAttemptDeps,
  adapter: BrowserAdapter,
  request: LoginRequest,
): Promise<void> {
  const { state, screen } = deps;
  const { provider } = request;
  screen.clearError();
  screen.setBusyWith(provider);
  try {
    const signing = adapter.signIn(provider, signInMethods[provider]?.options, state.host());
    await logInWithProof(deps, await signing, request);
  } catch (thrown) {
    screen.fail(thrown);
  }
}

export async function logInWithProof(
  deps: SignInAttemptDeps,
  outcome: SignInOutcome,
  request: LoginRequest,
): Promise<void> {
  const { state, screen } = deps;
  if (!state.isOpen()) return undefined;
  if (outcome.outcome !== 'proved') return screen.fail(new Error(outcome.message));
  screen.setBusyWith(request.provider);
  try {
    const result = await deps.login({ ...request, payload: outcome.login });
    if (result.outcome === 'signedIn') await deps.finish(result, request.provider);
  } catch (thrown) {
    screen.fail(thrown);
  }
  return undefined;
}

/** @param step the captcha step, if one was shown: a passed captcha is not shown again */
export async function requestSignInMail(
  { state, screen, login }: SignInAttemptDeps,
  request: LoginRequest,
  step: SignInStep,
): Promise<void> {
  screen.setBusyWith('email');
  try {
    const result = await login(request);
    if (result.outcome !== 'mailSent' || !state.isOpen()) return;
    if (result.mail.handle !== undefined) saveMailHandle(result.mail.handle);
    screen.go({ name: 'mail', mail: result.mail });
  } catch (thrown) {
    const action = readRequiredCaptcha(thrown);
    const wasPassed = step.name === 'captcha' && step.action === action;
    if (action === undefined || wasPassed) screen.fail(thrown);
    else screen.go({ name: 'captcha', action });
  }
}
