import { expect, it, vi } from 'vitest';
import { createLoginCode } from './login-code.browser.ts';

const at = 'https://play.example/play/gem-miner/iframe/madeup';
const hostAt = (href: string) => {
  const [replaced, warned]: [string[], string[]] = [[], []];
  const log = { warn: (text: string) => void warned.push(text) };
  return {
    launchUrl: new URL(href),
    log,
    replaceLaunch: ({ href: now }: URL) => void replaced.push(now),
    replaced,
    warned,
  };
};

it('is brought once where it stands in the address, and taken out of it', async () => {
  const host = hostAt(`${at}#LoginCode=fxt_a`);
  const login = createLoginCode(host);
  expect(host.replaced).toEqual([at]);
  expect([await login(), await login()]).toEqual([{ LoginCode: 'fxt_a' }, undefined]);
});

it('is asked of the shell at every start', async () => {
  const host = hostAt(at);
  const call = vi.fn(async () => ({ code: `fxt_${call.mock.calls.length}` }));
  const login = createLoginCode(host, { call });
  expect([await login(), await login()]).toEqual([{ LoginCode: 'fxt_1' }, { LoginCode: 'fxt_2' }]);
  expect(host.replaced).toEqual([]);
});

it('is none where nobody has signed in, or nobody answers', async () => {
  const host = hostAt(at);
  expect(await createLoginCode(host)()).toBeUndefined();
  expect(await createLoginCode(host, { call: async () => ({}) })()).toBeUndefined();
  expect(await createLoginCode(host, { call: () => Promise.reject(new Error('silent')) })()).toBeUndefined();
  expect(host.warned).toEqual(['A code of the shell did not work']);
});
