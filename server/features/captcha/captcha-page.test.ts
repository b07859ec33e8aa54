import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { buildGamesApp, type GamesAppDeps } from '#server/games-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { buildCaptchaAddress } from './captcha-address.ts';

const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://play.example/path',
  GAMES_URL: 'https://{game}.games.example',
});
const captcha = {
  siteKey: '0x4AAA</script><b>',
  scriptUrl: 'https://challenges.example/turnstile/v0/api.js?render=explicit',
};

async function gamesApp(changes: Partial<GamesAppDeps> = {}) {
  const folder = createTemporaryFolder();
  for (const name of ['captcha', 'gem-miner']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.html'), `the game ${name}`);
  }
  const app = await buildGamesApp({
    config,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    policy: createHeaderPolicy(config),
    folders: [folder],
    captcha,
    ...changes,
  });
  return (path: string, host = 'captcha.games.example') => app.inject({ url: path, headers: { host } });
}

test("the frame has its own origin among the games' origins", () => {
  expect(buildCaptchaAddress('http://{game}.localhost:8081').href).toBe('http://captcha.localhost:8081/');
});

test('the page runs only scripts with its nonce and the vendor’s script, and only the portal may frame it', async () => {
  const get = await gamesApp();
  const [one, other] = await Promise.all([get('/?action=email_login'), get('/?action=email_login')]);
  expect(one.statusCode).toBe(200);
  const policy = String(one.headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}' https://challenges.example`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    'frame-src https://challenges.example',
    'connect-src https://challenges.example',
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    'frame-ancestors https://play.example',
  ]);
  expect(one.body.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
  expect(other.headers['content-security-policy']).not.toBe(policy);
  expect(one.headers['cache-control']).toBe('no-store');
  expect(one.headers['set-cookie']).toBeUndefined();
});

test('a game with its own widget shows it', async () => {
  const findGameWidget = async (game?: string) =>
    game === 'gem-miner' ? { siteKey: '0x4Game', secrets: [] } : undefined;
  const get = await gamesApp({ captcha: { ...captcha, findGameWidget } });
  expect((await get('/?action=support&game=gem-miner')).body).toContain('"siteKey":"0x4Game"');
  for (const other of ['', '&game=sky-courier'])
    expect((await get(`/?action=support${other}`)).body).not.toContain('0x4Game');
});

test('the server embeds the settings, and nothing in them can end the script', async () => {
  const get = await gamesApp();
  const { body } = await get('/?action=email_login&theme=light&lang=pt-PT');
  const settings: unknown = JSON.parse(/\}\)\((\{.*\})\);<\/script>/.exec(body)?.[1] ?? 'null');
  expect(settings).toEqual({
    ...captcha,
    objectName: 'turnstile',
    size: 'flexible',
    portalOrigin: 'https://play.example',
    action: 'email_login',
    theme: 'light',
    language: 'pt-br',
  });
  expect(body.match(/<\/script>/g)).toHaveLength(1);
});

test('parameters of the address are limited to short lists', async () => {
  const get = await gamesApp();
  const { body } = await get('/?action=a&theme=%22%3E%3Cscript%3E&lang=%3C%2Fscript%3E');
  expect(body).toContain('"theme":"dark","language":"en"');
  for (const query of ['', '?action=', '?action=a%20b', `?action=${'a'.repeat(33)}`, '?action=%3Cscript%3E'])
    expect((await get(`/${query}`)).statusCode, query).toBe(400);
});

test('the host serves only the page, whatever folders exist', async () => {
  const get = await gamesApp();
  for (const path of ['/index.html', '/index.html?action=a', '//', '/x/', '/../gem-miner/index.html'])
    expect((await get(path)).statusCode, path).toBe(404);
  expect((await get('/index.html', 'gem-miner.games.example')).body).toBe('the game gem-miner');
});

test('no other host serves the page', async () => {
  const get = await gamesApp();
  expect((await get('/?action=email_login', 'gem-miner.games.example')).body).toBe('the game gem-miner');
  for (const host of ['games.example', 'captcha.example', 'captcha.games.example.evil.example'])
    expect((await get('/?action=email_login', host)).statusCode, host).toBe(404);
});

test('a server without the settings has no page; a server without games has one', async () => {
  const { captcha: _, ...without } = { captcha };
  const bare = await buildGamesApp({
    config,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    policy: createHeaderPolicy(config),
    folders: [],
    ...without,
  });
  const answer = await bare.inject({ url: '/?action=a', headers: { host: 'captcha.games.example' } });
  expect(answer.statusCode).toBe(404);
  const get = await gamesApp({ folders: [] });
  expect((await get('/?action=email_login')).statusCode).toBe(200);
  expect((await get('/', 'gem-miner.games.example')).statusCode).toBe(404);
});

test('another vendor can reach the origins that the operator lists, and uses its own name', async () => {
  const origins = ['https://vendor.example', 'https://*.vendor.example'];
  const get = await gamesApp({ captcha: { ...captcha, other: { objectName: 'vendor', origins } } });
  const { headers, body } = await get('/?action=email_login');
  const policy = String(headers['content-security-policy']).split('; ');
  const all = ['https://challenges.example', ...origins].join(' ');
  for (const directive of ['script-src', 'style-src', 'frame-src', 'connect-src'])
    expect(policy.find((each) => each.startsWith(directive))).toContain(all);
  expect(body).toContain('"objectName":"vendor","size":"normal"');
});

test('with proof of work, the page contains a challenge for its action and loads nothing from other origins', async () => {
  const given: string[][] = [];
  const issue = (action: string, ip: string): string => {
    given.push([action, ip]);
    return `${Buffer.from('["id","email_login","",9,0]').toString('base64url')}.signature`;
  };
  const get = await gamesApp({ captcha: { issue } });
  const { statusCode, headers, body } = await get('/?action=email_login&theme=light');
  expect(statusCode).toBe(200);
  expect(given).toEqual([['email_login', '127.0.0.1']]);
  expect(body).toContain('.signature","bits":9');
  expect(headers['cache-control']).toBe('no-store');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('worker-src blob:');
  expect(policy).toContain('frame-ancestors https://play.example');
  expect(policy).not.toMatch(/script-src[^;]*https?:|connect-src|frame-src/);
  expect((await get('/?action=')).statusCode).toBe(400);
  expect((await get('/index.html')).statusCode).toBe(404);
});
