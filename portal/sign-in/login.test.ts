import { expect, test } from 'vitest';
import { login, type LoginDeps, type LoginRequest } from './login.ts';

const methods = {
  vk: { folder: 'somewhere', id: 'SomeId', key: 'SomeLogin', title: 'Some', identityType: 'Vkontakte' },
};
const refuse = (): never => {
  throw new Error('No call was expected.');
};
const silent: LoginDeps = { methods, authenticate: refuse, sendMail: refuse };
const said = (request: LoginRequest, deps: Partial<LoginDeps> = {}): Promise<string> =>
  login(request, { ...silent, ...deps }).then(
    (result) => JSON.stringify(result),
    (error: Error) => error.message,
  );

test.each<[LoginRequest, string]>([
  [{ provider: 'email', captcha: 'c' }, 'Email is required for email login'],
  [{ provider: 'email', email: '', captcha: 'c' }, 'Email is required for email login'],
  [{ provider: 'email', email: 'p@example.com' }, 'Captcha token is required for email login'],
  [{ provider: 'vk' }, 'VK payload is required for VK login'],
  [{ provider: 'google', payload: {} }, 'Login provider google is not supported.'],
  [{ provider: 'toString', payload: {} }, 'Login provider toString is not supported.'],
])('%j is rejected before anything is sent: %s', async (request, text) => {
  expect(await said(request)).toBe(text);
});

test('a mail request contains the known fields only', async () => {
  const sent: object[] = [];
  const sendMail: LoginDeps['sendMail'] = async (body) => {
    sent.push(body);
    return { Success: true, Token: 'handle', Mark: '4F2A', ResendAfterSeconds: 45 };
  };
  const request = { provider: 'email', email: 'p@example.com', captcha: 'c' };
  const plain = await login(request, { ...silent, sendMail });
  expect(plain).toEqual({
    outcome: 'mailSent',
    mail: { handle: 'handle', mark: '4F2A', resendAfterSeconds: 45 },
  });
  const more = { game: 'gem-miner', locale: 'de', redirectUri: '/Profile', marketingEnabled: true, addToAccount: true };
  await login({ ...request, ...more }, { ...silent, sendMail });
  expect(sent).toEqual([
    { CaptchaResult: 'c', Email: 'p@example.com' },
    {
      CaptchaResult: 'c',
      Email: 'p@example.com',
      GameSystemName: 'gem-miner',
      Locale: 'de',
      RedirectUri: '/Profile',
      MarketingEnabled: true,
      AddToAccount: true,
    },
  ]);
});

test('a mail that was not sent is an error', async () => {
  const sendMail: LoginDeps['sendMail'] = async () => ({ Success: false });
  const request = { provider: 'email', email: 'p@example.com', captcha: 'c' };
  expect(await said(request, { sendMail })).toBe('Failed to login. Try again');
});

test('the login block is sent under the key of its sign-in method', async () => {
  const sent: object[] = [];
  const authenticate: LoginDeps['authenticate'] = async (body) => {
    sent.push(body);
    return { Success: true, Data: { Token: 't', AccountId: 'a', Merge: { MergeToken: 'm' } } };
  };
  const request = { provider: 'vk', payload: { Code: '1' }, game: 'gem-miner', locale: 'ru', marketingEnabled: false };
  expect(await login(request, { ...silent, authenticate })).toEqual({
    outcome: 'signedIn',
    token: 't',
    accountId: 'a',
    mergeToken: 'm',
  });
  expect(sent).toEqual([{ AuthenticationType: 'SomeId', SomeLogin: { Code: '1' }, Game: 'gem-miner', Locale: 'ru' }]);
});

test("the server's error is thrown, or the default text", async () => {
  const request = { provider: 'vk', payload: {} };
  const answer = (Error?: { Message: string }) => async () => ({ Success: false, ...(Error && { Error }) });
  expect(await said(request, { authenticate: answer({ Message: 'Not you' }) })).toBe('Not you');
  expect(await said(request, { authenticate: answer() })).toBe('Failed to login. Try again');
});
