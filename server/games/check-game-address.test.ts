import { expect, test } from 'vitest';
import { FetchBlockedError, type SafeFetch } from '#server/http/safe-fetch.ts';
import { checkGameAddress, findFramingRefusal } from './check-game-address.ts';

type Answer = Partial<Awaited<ReturnType<SafeFetch>>> | Error;

const page = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<script src="a.js">'),
};

function check(answers: Readonly<Record<string, Answer>>, address = 'https://miner.example/play/') {
  const fetch: SafeFetch = async (asked) => {
    const answer = answers[asked] ?? new Error(`Nobody asked for ${asked}.`);
    if (answer instanceof Error) throw answer;
    return { ...page, ...answer };
  };
  return checkGameAddress(address, { fetch, portalOrigin: 'https://play.example' });
}

const at = (answer: Answer) => check({ 'https://miner.example/play/': answer });

test('a page that responds and may be framed is accepted', async () => {
  expect(await at(page)).toEqual({ state: 'ok' });
  expect(await at({ body: Buffer.from('<body>A game of words') })).toEqual({ state: 'ok' });
});

test.each<[string, Answer]>([
  ['NotAnswering', { status: 404 }],
  ['NotAnswering', { status: 502 }],
  [
    'NotAnswering',
    Object.assign(new Error('miner.example cannot be reached: ECONNREFUSED.'), { code: 'ECONNREFUSED' }),
  ],
  ['NotAnswering', new FetchBlockedError('miner.example did not answer within 10000 ms.')],
  ['NotAPage', { headers: { 'content-type': 'application/json' } }],
  ['NotAPage', { headers: {} }],
  ['Blank', { body: Buffer.from('<!doctype html><title>x</title><body>\n<!-- soon --></body>') }],
  ['RefusesFraming', { headers: { ...page.headers, 'x-frame-options': 'DENY' } }],
  ['RefusesFraming', { headers: { ...page.headers, 'content-security-policy': "frame-ancestors 'self'" } }],
  ['Redirects', { status: 302, headers: { location: 'https://www.miner.example/play/' } }],
  ['NotAnswering', { status: 301, headers: { location: '/play/' } }],
])('finds %s', async (fault, answer) => {
  expect(await at(answer)).toMatchObject({
    state: 'fault',
    fault,
    detail: expect.stringContaining('miner.example') as string,
  });
});

test.each<[string, Answer]>([
  ['this server has no way to the internet', Object.assign(new Error('unreachable'), { code: 'ENETUNREACH' })],
  ['the address is not public', new FetchBlockedError('miner.example leads to 10.0.0.1, which is not public.')],
  ['the site turns programs away', { status: 403 }],
])('reports an unknown result if %s', async (_, answer) => {
  expect((await at(answer)).state).toBe('unknown');
});

test('follows redirects on one origin, as a browser does', async () => {
  const answers = {
    'https://miner.example/play/': { status: 302, headers: { location: '/play/v2/' } },
    'https://miner.example/play/v2/': page,
  };
  expect(await check(answers)).toEqual({ state: 'ok' });
});

test.each<[string, Readonly<Record<string, string | string[]>>, boolean]>([
  ['nothing', {}, true],
  ['sameorigin', { 'x-frame-options': 'SAMEORIGIN' }, false],
  ['a value that browsers ignore', { 'x-frame-options': 'ALLOW-FROM https://other.example' }, true],
  [
    'a policy that overrules the older header',
    { 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors https://play.example' },
    true,
  ],
  ['nobody', { 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" }, false],
  ['an empty list', { 'content-security-policy': 'frame-ancestors' }, false],
  ['everybody', { 'content-security-policy': 'frame-ancestors *' }, true],
  ['every encrypted page', { 'content-security-policy': 'frame-ancestors https:' }, true],
  ['the host without a scheme', { 'content-security-policy': 'frame-ancestors play.example' }, true],
  ['hosts below the domain', { 'content-security-policy': 'frame-ancestors *.example' }, true],
  ['hosts below the portal alone', { 'content-security-policy': 'frame-ancestors *.play.example' }, false],
  ['another port', { 'content-security-policy': 'frame-ancestors https://play.example:8443' }, false],
  [
    'two policies, of which one refuses',
    { 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] },
    false,
  ],
  ['two policies in one line', { 'content-security-policy': "frame-ancestors *, frame-ancestors 'self'" }, false],
  ['other directives alone', { 'content-security-policy': "frame-src 'none'; default-src 'none'" }, true],
])('reads the framing policy like browsers: %s', (_, headers, isAllowed) => {
  const refusal = findFramingRefusal({ headers }, new URL('https://miner.example/'), 'https://play.example');
  expect(refusal === undefined).toBe(isAllowed);
});
