import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { BrowserAdapter, SignInOutcome } from '#identities/port.browser.ts';
import type { LoginResult } from '#portal/sign-in/login.ts';
import { readMailHandle } from '#portal/sign-in/mail-handle.ts';
import { createSignInModalState } from './sign-in-modal-state.ts';
import type { SignInScreenControls } from './sign-in-step.ts';
import { requestSignInMail, signInWithProvider } from './try-sign-in.ts';

beforeEach(() => localStorage.clear());

const signedIn: LoginResult = { outcome: 'signedIn', token: 't1', accountId: 'a1' };
const request = { provider: 'google', locale: 'en' };

function harness(result: () => Promise<LoginResult> = async () => signedIn) {
  const screen = { go: vi.fn(), fail: vi.fn(), setBusyWith: vi.fn(), clearError: vi.fn(), setCovered: vi.fn() };
  const login = vi.fn(result);
  const finish = vi.fn(async () => undefined);
  const state = createSignInModalState();
  return {
    deps: { state, screen: screen satisfies SignInScreenControls, login, finish },
    screen,
    login,
    finish,
    state,
  };
}

const bringing = (outcome: SignInOutcome | Error): BrowserAdapter => ({
  signIn: async () => {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  },
});

test('the provider’s proof is sent, and the sign-in continues', async () => {
  const { deps, login, finish, screen } = harness();
  await signInWithProvider(deps, bringing({ outcome: 'proved', login: { IdToken: 'x' } }), request);
  expect(login).toHaveBeenCalledExactlyOnceWith({ ...request, payload: { IdToken: 'x' } });
  expect(finish).toHaveBeenCalledExactlyOnceWith(signedIn, 'google');
  expect(screen.fail).not.toHaveBeenCalled();
});

test('the provider’s window opens before any await', () => {
  const { deps } = harness();
  const signIn = vi.fn(() => new Promise<never>(() => {}));
  void signInWithProvider(deps, { signIn }, request);
  expect(signIn).toHaveBeenCalledOnce();
});

test.each<[string, SignInOutcome | Error]>([
  ['a window that was closed', { outcome: 'cancelled', message: 'Popup was closed' }],
  ['a provider that fails', { outcome: 'failed', message: 'VK widget error.' }],
  ['an adapter that throws', new Error('broken')],
])('%s leads back, without a sign-in', async (_, outcome) => {
  const { deps, login, screen } = harness();
  await signInWithProvider(deps, bringing(outcome), request);
  expect(login).not.toHaveBeenCalled();
  expect(screen.fail).toHaveBeenCalledOnce();
});

test('a rejected proof leads back too', async () => {
  const { deps, screen, finish } = harness(() => Promise.reject(new Error('Failed to login. Try again')));
  await signInWithProvider(deps, bringing({ outcome: 'proved', login: {} }), request);
  expect(screen.fail).toHaveBeenCalledExactlyOnceWith(new Error('Failed to login. Try again'));
  expect(finish).not.toHaveBeenCalled();
});

test('a proof after the modal was closed is ignored', async () => {
  const { deps, login, state } = harness();
  const outcome = Promise.withResolvers<SignInOutcome>();
  const trying = signInWithProvider(deps, { signIn: () => outcome.promise }, request);
  state.begin()();
  outcome.resolve({ outcome: 'proved', login: {} });
  await trying;
  expect(login).not.toHaveBeenCalled();
});

const sent = { handle: 'h1', mark: 'AB12', resendAfterSeconds: 30 };

test('the mail’s handle is stored, unless the modal was closed', async () => {
  const { deps, screen, state } = harness(async () => ({ outcome: 'mailSent', mail: sent }));
  await requestSignInMail(deps, { provider: 'email' }, { name: 'captcha', action: 'email_login' });
  expect(screen.go).toHaveBeenCalledExactlyOnceWith({ name: 'mail', mail: sent });
  expect(readMailHandle()).toBe('h1');
  localStorage.clear();
  state.begin()();
  await requestSignInMail(deps, { provider: 'email' }, { name: 'captcha', action: 'email_login' });
  expect(screen.go).toHaveBeenCalledOnce();
  expect(readMailHandle()).toBeUndefined();
});

test('a required captcha is shown, unless it was just passed', async () => {
  const refusal = new ApiError(
    { title: 'x', status: 403, detail: '' },
    { Code: 'CaptchaFailed', Fields: { CaptchaResult: 'mail_of_ada' } },
  );
  const { deps, screen } = harness(() => Promise.reject(refusal));
  await requestSignInMail(deps, { provider: 'email' }, { name: 'captcha', action: 'email_login' });
  expect(screen.go).toHaveBeenCalledExactlyOnceWith({ name: 'captcha', action: 'mail_of_ada' });
  await requestSignInMail(deps, { provider: 'email' }, { name: 'captcha', action: 'mail_of_ada' });
  expect(screen.fail).toHaveBeenCalledExactlyOnceWith(refusal);
});
