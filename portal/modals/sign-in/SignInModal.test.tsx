import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession, sessionToken } from '#portal/session-token.ts';
import { signInMethods } from '#portal/sign-in/sign-in-methods.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import type { AccountToProve } from './account-to-prove.ts';
import { SignInModal } from './SignInModal.tsx';
import type { SignInModalProps } from './use-sign-in-steps.ts';

beforeEach(() => endSession());

// Vitest imports style sheets as empty texts.
const { readFileSync } = await vi.importActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>('node:fs');

const mail = { Success: true, Token: 'handle', Mark: 'AB12', ResendAfterSeconds: 30 };

async function open(props: Partial<SignInModalProps> = {}) {
  const close = vi.fn();
  const onSignedIn = vi.fn();
  const view = await renderInPortal(
    <SignInModal emailTimeoutMs={0} {...props} close={close} onSignedIn={onSignedIn} />,
  );
  const passCaptcha = () => view.postFromFrame({ type: 'fxid-captcha', outcome: 'passed', token: 'captcha' });
  const askForMail = async (email = 'ada@example.org'): Promise<void> => {
    await view.type('Your email address', email);
    await view.press('Continue with email');
    await passCaptcha();
  };
  return { ...view, close, onSignedIn, passCaptcha, askForMail };
}

test('an invalid address shows its error without a captcha', async () => {
  const { type, press, text, container } = await open();
  await type('Your email address', 'ada@');
  expect(text()).toContain('Invalid email format');
  await press('Continue with email');
  expect(container.querySelector('iframe')).toBeNull();
});

test.each([{}, { addToAccount: true }])('the footer always links both documents: %o', async (props) => {
  Object.assign(runtimeConfig, { documents: [] });
  onTestFinished(() => void Reflect.deleteProperty(runtimeConfig, 'documents'));
  const { container } = await open(props);
  const links = [...container.querySelectorAll<HTMLAnchorElement>('.legal a')];
  expect(links.map(({ pathname, target }) => [pathname, target])).toEqual([
    ['/Docs/tos', '_blank'],
    ['/Docs/pp', '_blank'],
  ]);
});

test('a game’s list of sign-in methods limits those of the portal', async () => {
  mockApi({ 'games.publicConfig': { AllowedAuthProviders: ['email'] } });
  const { container } = await open({ game: 'miner' });
  await waitFor(() => expect(container.querySelectorAll('.providers button')).toHaveLength(0));
  expect(container.querySelector('input[type=email]')).not.toBeNull();
});

/** Sets the portal's providers for one test. */
function offer(...providers: string[]): void {
  for (const name of providers)
    Object.assign(signInMethods, { [name]: { folder: 'none', identityType: name, options: {} } });
  onTestFinished(() => providers.forEach((name) => Reflect.deleteProperty(signInMethods, name)));
}

test('other sign-in methods follow a divider, in two columns', async () => {
  offer('google', 'apple', 'facebook');
  const { container } = await open({ allowedProviders: ['email', 'google', 'facebook'] });
  const section = container.querySelector('form ~ section');
  expect(section?.querySelector('h3.divider')?.textContent).toBe('Other ways to sign in');
  const buttons = [...(section?.querySelectorAll('.providers button') ?? [])];
  expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual([
    'Continue with Google',
    'Continue with Facebook',
  ]);
  const style = document.createElement('style');
  style.textContent = readFileSync('portal/modals/sign-in/sign-in-modal.css', 'utf8');
  document.head.append(style);
  onTestFinished(() => style.remove());
  const grid = container.querySelector('.providers');
  expect(grid && getComputedStyle(grid)).toMatchObject({
    display: 'grid',
    'grid-template-columns': 'repeat(2, minmax(0, 1fr))',
  });
});

test('there is no divider without other sign-in methods', async () => {
  const { container } = await open({ allowedProviders: ['email'] });
  expect(container.querySelector('.divider')).toBeNull();
});

test('the captcha leads back to the email address', async () => {
  const { type, press, container, field } = await open();
  await type('Your email address', 'ada@example.org');
  await press('Continue with email');
  expect(container.querySelector('h2')?.textContent).toBe('Robot check');
  await press('Back to email');
  expect(container.querySelector('iframe')).toBeNull();
  expect(field('Your email address').value).toBe('ada@example.org');
});

test('each step has a close icon, and the last one a close button', async () => {
  mockApi({ 'invite.emailInvite': mail, 'invite.status': { Status: 'Waiting' } });
  const { type, press, passCaptcha, container, text, close } = await open();
  const pressIcon = () => flushEffects(() => container.querySelector<HTMLElement>('header .close')?.click());
  await pressIcon();
  expect(close).toHaveBeenCalledTimes(1);
  await type('Your email address', 'ada@example.org');
  await press('Continue with email');
  await pressIcon();
  expect(close).toHaveBeenCalledTimes(2);
  await passCaptcha();
  await waitFor(() => expect(text()).toContain('Check mail for login link'));
  expect(container.querySelector('header .close')).toBeNull();
  await press('Close');
  expect(close).toHaveBeenCalledTimes(3);
});

test('by mail: address, captcha, six digits, then the session starts', async () => {
  const calls = mockApi({
    'invite.emailInvite': mail,
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': ({ body }) =>
      body['Code'] === '123456'
        ? { Success: true, Token: 't1', AccountId: 'a1' }
        : { Success: false, Error: 'wrong_code', TriesLeft: 4 },
  });
  const { askForMail, text, type, close, onSignedIn } = await open({ game: 'miner' });
  await askForMail();
  await waitFor(() => expect(text()).toContain('Magic login link sent to ada@example.org'));
  expect(text()).toContain('AB12');
  const asked = calls.find(({ name }) => name === 'invite.emailInvite');
  expect(asked?.body).toMatchObject({ Email: 'ada@example.org', CaptchaResult: 'captcha', GameSystemName: 'miner' });
  await type('Or enter the 6-digit code from the email', '654321');
  await waitFor(() => expect(text()).toContain("That code isn't right. Tries left: 4"));
  expect(sessionToken()).toBeUndefined();
  await type('Or enter the 6-digit code from the email', '123 456');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sessionToken()).toBe('t1');
  expect(onSignedIn).toHaveBeenCalledExactlyOnceWith('a1');
});

test('a replaced mail shows that a newer one was sent, without a code field', async () => {
  let status = 'Waiting';
  mockApi({ 'invite.emailInvite': mail, 'invite.status': () => ({ Status: status }) });
  const { askForMail, text } = await open();
  await askForMail();
  await waitFor(() => expect(text()).toContain('AB12'));
  status = 'Replaced';
  await waitFor(() => expect(text()).toContain('We sent a newer email to this address. Open the link in that one.'));
  expect(text()).not.toContain('AB12');
  expect(text()).not.toContain('Or enter the 6-digit code');
});

test('a code of a replaced mail is rejected with the reason', async () => {
  mockApi({
    'invite.emailInvite': mail,
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': { Success: false, Error: 'replaced' },
  });
  const { askForMail, text, type } = await open();
  await askForMail();
  await waitFor(() => expect(text()).toContain('AB12'));
  await type('Or enter the 6-digit code from the email', '123456');
  await waitFor(() => expect(text()).toContain('We sent a newer email to this address.'));
});

test.each([
  ['Accept', 't1', 1],
  ['Sign out', undefined, 0],
])('a player who signs in accepts the required documents, or is signed out again: %s', async (answer, token, times) => {
  const Versions = [
    {
      Id: 'v1',
      CreatedAt: '2026-01-01T00:00:00Z',
      Content: { Value: 'Be kind.', ContentType: 'Markdown' },
      Accepts: [],
    },
  ];
  const calls = mockApi({
    'invite.emailInvite': mail,
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': { Success: true, Token: 't1', AccountId: 'a1' },
    'documents.listLatestUnaccepted': { Documents: [{ Id: 'd1', DocumentType: { Value: 'TOS' }, Versions }] },
    'documents.accept': { Acceptance: {} },
    'auth.logout': { Success: true },
  });
  const { askForMail, text, type, press, close, onSignedIn } = await open({ game: 'miner' });
  await askForMail();
  await waitFor(() => expect(text()).toContain('Magic login link sent to'));
  await type('Or enter the 6-digit code from the email', '123456');
  await waitFor(() => expect(text()).toContain('Be kind.'));
  expect(text()).not.toContain('Magic login link');
  expect(close).not.toHaveBeenCalled();
  await press(answer);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sessionToken()).toBe(token);
  expect(onSignedIn).toHaveBeenCalledTimes(times);
  expect(calls.find(({ name }) => name === 'auth.logout')?.token).toBe(token === undefined ? 't1' : undefined);
});

test.each([
  ['stays for the usual second', undefined, 1000],
  ['stays for the configured time', 3000, 3000],
  ['closes immediately if configured', 0, 0],
])('the modal %s after signing in by mail', async (_, emailTimeoutMs, stayedMs) => {
  mockApi({
    'invite.emailInvite': mail,
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': { Success: true, Token: 't1', AccountId: 'a1' },
  });
  const { askForMail, text, type, onSignedIn } = await open({ emailTimeoutMs });
  await askForMail();
  await waitFor(() => expect(text()).toContain('Magic login link sent to'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await type('Or enter the 6-digit code from the email', '123456');
  // `waitFor` would advance the fake clock.
  while (sessionToken() === undefined) await flushEffects();
  if (stayedMs > 0) {
    await flushEffects(() => vi.advanceTimersByTime(stayedMs - 1));
    expect(onSignedIn).not.toHaveBeenCalled();
    await flushEffects(() => vi.advanceTimersByTime(1));
  }
  while (onSignedIn.mock.calls.length === 0) await flushEffects();
  expect(onSignedIn).toHaveBeenCalledExactlyOnceWith('a1');
});

test('a failed captcha leads back with the typed address', async () => {
  const { type, press, postFromFrame, text, field } = await open();
  await type('Your email address', 'ada@example.org');
  await press('Continue with email');
  await postFromFrame({ type: 'fxid-captcha', outcome: 'failed' });
  expect(text()).toContain('Robot check error. Try again.');
  expect(field('Your email address').value).toBe('ada@example.org');
});

test('a blocked player can contact support with the account id', async () => {
  mockApi({ 'invite.emailInvite': () => problemResponse(403, 'AccountBlocked', '', { AccountId: 'a1' }) });
  const { askForMail, text, press, container } = await open();
  await askForMail();
  await waitFor(() => expect(text()).toContain('This account is blocked.'));
  await press('Report an issue');
  await waitFor(() => expect(container.querySelector('textarea')?.value).toBe('AccountId: a1\n'));
});

test('another captcha that the server requires is shown once', async () => {
  const refusal = () => problemResponse(403, 'CaptchaFailed', '', { Fields: { CaptchaResult: 'mail_of_ada' } });
  const calls = mockApi({ 'invite.emailInvite': refusal });
  const { askForMail, passCaptcha, container, text } = await open();
  await askForMail();
  await waitFor(() => expect(container.querySelector('iframe')?.src).toContain('action=mail_of_ada'));
  await passCaptcha();
  await waitFor(() => expect(text()).toContain('Robot check error. Try again.'));
  expect(calls).toHaveLength(2);
});

test('too many mails show an error with a way back', async () => {
  mockApi({ 'invite.emailInvite': problemResponse(429, 'TooManyRequests') });
  const { askForMail, text } = await open();
  await askForMail();
  await waitFor(() => expect(text()).toContain('Too many attempts. Wait a few minutes'));
});

test('opened by the URL it closes for a signed-in player', async () => {
  beginSession('t1');
  expect((await open({ byAddress: true })).close).toHaveBeenCalledOnce();
  expect((await open()).close).not.toHaveBeenCalled();
});

test('it closes after a sign-in in another tab', async () => {
  mockApi({ 'profile.get': { AccountId: 'a1', Name: 'Ada' } });
  const { close, onSignedIn } = await open();
  await flushEffects(() => beginSession('t1'));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith('a1'));
  expect(close).toHaveBeenCalledOnce();
});

const ada: AccountToProve = {
  accountId: 'a1',
  name: 'Ada',
  why: 'stale',
  providers: ['email'],
  emails: ['ada@example.org'],
};

test('to prove their identity, players can only use their own address', async () => {
  const { text, field, container } = await open({ prove: ada });
  expect(container.querySelector('h2')?.textContent).toBe("Confirm it's you");
  expect(text()).toContain("it's been a while");
  expect(field('Your email address')).toMatchObject({ value: 'ada@example.org', readOnly: true });
  expect(container.querySelector('input[type="checkbox"]')).toBeNull();
});

test('an account without usable sign-in methods shows an error', async () => {
  const { text } = await open({ prove: { ...ada, providers: [], emails: [] } });
  expect(text()).toContain("None of this account's sign-in methods work here.");
});

async function proveAsAnother() {
  beginSession('before');
  const calls = mockApi({
    'invite.emailInvite': mail,
    'invite.status': { Status: 'Waiting' },
    'auth.authenticateFromEmailCode': { Success: true, Token: 'other', AccountId: 'a2' },
    'auth.logout': {},
    'profile.get': { AccountId: 'a2' },
  });
  const opened = await open({ prove: ada });
  await opened.press('Continue with email');
  await opened.passCaptcha();
  await waitFor(() => opened.field('Or enter the 6-digit code from the email'));
  await opened.type('Or enter the 6-digit code from the email', '123456');
  await waitFor(() => expect(opened.text()).toContain('Nothing changed in either.'));
  return { ...opened, calls };
}

test('after proving the wrong account the player can go back: the session stays', async () => {
  const { press, onSignedIn, calls, text } = await proveAsAnother();
  expect(sessionToken()).toBe('before');
  await press(/^Back to .*Ada/);
  expect(sessionToken()).toBe('before');
  expect(text()).toContain("Confirm it's you");
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ name: 'auth.logout', token: 'other' }));
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('after proving the wrong account the player can continue with it', async () => {
  const { press, onSignedIn, close } = await proveAsAnother();
  await press('Continue with the other account');
  expect(sessionToken()).toBe('other');
  expect(onSignedIn).toHaveBeenCalledExactlyOnceWith('a2');
  expect(close).toHaveBeenCalledOnce();
});
