import { expect, it, vi } from 'vitest';
import { createLoginCodeReader } from './login-code.browser.ts';

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

it('in the URL of a plain browser it never signs in automatically: it is removed and returned once, for a confirmation', async () => {
  const host = hostAt(`${at}#LoginCode=fxt_a`);
  const codes = createLoginCodeReader(host);
  expect(host.replaced).toEqual([at]);
  expect(await codes.login()).toBeUndefined();
  expect([codes.takeLinkLogin(), codes.takeLinkLogin()]).toEqual([{ LoginCode: 'fxt_a' }, undefined]);
  expect(await codes.login()).toBeUndefined();
});

it('in the URL of a shell it signs in once, if the shell itself has none', async () => {
  const host = hostAt(`${at}#LoginCode=fxt_a`);
  const codes = createLoginCodeReader(host, { call: async () => ({}) });
  expect(host.replaced).toEqual([at]);
  expect(codes.takeLinkLogin()).toBeUndefined();
  expect([await codes.login(), await codes.login()]).toEqual([{ LoginCode: 'fxt_a' }, undefined]);
});

it('of the shell takes precedence over the one in the URL, and is requested at every start', async () => {
  const call = vi.fn(async () => ({ code: `fxt_${call.mock.calls.length}` }));
  const codes = createLoginCodeReader(hostAt(`${at}#LoginCode=fxt_a`), { call });
  expect([await codes.login(), await codes.login()]).toEqual([{ LoginCode: 'fxt_1' }, { LoginCode: 'fxt_2' }]);
});

it('is undefined without a signed-in player or a response', async () => {
  const host = hostAt(at);
  expect(await createLoginCodeReader(host).login()).toBeUndefined();
  expect(createLoginCodeReader(host).takeLinkLogin()).toBeUndefined();
  expect(await createLoginCodeReader(host, { call: async () => ({}) }).login()).toBeUndefined();
  expect(
    await createLoginCodeReader(host, { call: () => Promise.reject(new Error('silent')) }).login(),
  ).toBeUndefined();
  expect(host.replaced).toEqual([]);
  expect(host.warned).toEqual(['A code of the shell did not work']);
});
