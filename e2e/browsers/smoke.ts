// The most common journeys in the browsers other than Chromium: signing in, also by provider popups; a game and its
// keyboard input; a purchase; platforms; and the offline page.
import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceivedMail } from '#lab/mail/received-mail.ts';
import { foreignGamesForOtherBrowsers } from '../compat/other-browsers.ts';
import { expect, test } from './smoke-test.ts';
import type { Visitor } from './visitor.ts';

test('signs in by mail', { tag: '@drill' }, async ({ visitor, lab }) => {
  const email = `${randomUUID()}@people.example`;
  await openSignIn(visitor, lab.url);
  await visitor.types('dialog input[type="email"]', email);
  await visitor.presses('dialog button', 'Continue with email');
  await visitor.sees('dialog h2', 'Check mail for login link');
  await visitor.types('dialog input[autocomplete="one-time-code"]', await codeFor(lab.url, email));
  await isSignedIn(visitor);
});

test('signs in with Google, in a popup', async ({ visitor, lab }) => {
  await openSignIn(visitor, lab.url);
  await visitor.presses('dialog button', 'Continue with Google');
  const window = await visitor.newWindow();
  await window.presses('button', 'Grace Hopper');
  await isSignedIn(visitor);
  await visitor.hasOneWindow();
});

test('signs in with VK, from its frame through its own page', { tag: '@drill' }, async ({ visitor, lab }) => {
  await openSignIn(visitor, lab.url);
  await visitor.inFrame('iframe[title="VK ID"]').presses('button', 'Another account');
  const window = await visitor.newWindow();
  await window.presses('button', 'Grace Hopper');
  await isSignedIn(visitor);
  await visitor.hasOneWindow();
});

test('plays a game, which gets key presses without a click, and buys in it', async ({ visitor, lab, isWebkit }) => {
  // The lamp can be bought once per account, so each browser uses another player.
  await visitor.asks((token) => localStorage.setItem('AuthToken', token), lab.tokens[isWebkit ? 'Borys' : 'Ada'] ?? '');
  await visitor.goTo(`${lab.url}/play/gem-miner?lang=en`);
  const game = visitor.inFrame('.player iframe');
  await game.sees('#play', 'Play');
  await visitor.seesNo('.player-loading');
  await expect.poll(() => visitor.asks(() => document.activeElement?.tagName)).toBe('IFRAME');
  const isQuiet = () => game.asks(() => document.querySelector('#sound')?.getAttribute('aria-pressed'));
  const before = await isQuiet();
  await game.pressesKeys('m');
  await expect.poll(isQuiet).not.toBe(before);

  await game.presses('#buy', '·');
  await visitor.sees('dialog h2', 'Confirm your purchase');
  await visitor.presses('dialog input[type="radio"]', 'Apple Pay');
  await visitor.presses('dialog button', /^Pay /);
  const form = visitor.inFrame('.checkout-frame iframe', 'iframe[title="Stripe (simulated)"]');
  await form.presses('button', /^Pay$/);
  await game.seesNo('#buy');
  await visitor.seesNo('dialog');
});

// In drills only: a platform whose page exchanges messages with the game, one whose page does not, and one with a
// script.
for (const platform of ['vkontaktecom', 'telegram', 'yandexgames'])
  test(`plays on ${platform}`, { tag: '@drill' }, async ({ visitor, lab }) => {
    const address = `${lab.url.replace('//localhost', '//lab.localhost')}/lab/${platform}/gem-miner?player=friends&lang=en`;
    await visitor.goTo(address);
    const game = visitor.inFrame('.screen iframe', '.player iframe');
    await game.sees('#hello', 'Felix');
    if (platform === 'vkontaktecom') await visitor.presses('dialog button', 'Allow');
    await game.sees('#buy', '·');
  });

for (const { sdk, game, note } of foreignGamesForOtherBrowsers)
  test(`plays ${game}, which was built for ${sdk}`, async ({ visitor, lab }) => {
    await visitor.goTo(`${lab.url}/play/${sdk}-${game}?lang=en`);
    await visitor.inFrame('.player iframe').sees('#log li:last-child', note);
  });

test('shows the cached page when the server is unreachable', async ({ visitor, lab }) => {
  await using way = await openWay(lab.url);
  await visitor.goTo(`${way.url}/?lang=en`);
  await visitor.sees('h1', 'Gem Miner');
  // The worker controls the page once it has cached everything. The test does not read the worker's state, because
  // WebKit reports a stale one.
  await expect.poll(() => visitor.asks(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await way.close();
  await visitor.goTo(`${way.url}/?lang=en`);
  await visitor.sees('[role="alert"]', "Couldn't load");
});

async function openSignIn(visitor: Visitor, url: string): Promise<void> {
  await visitor.goTo(`${url}/?lang=en`);
  await visitor.presses('header button', 'Sign in');
  await visitor.sees('dialog h2', 'Sign in');
}

async function isSignedIn(visitor: Visitor): Promise<void> {
  await visitor.sees('header a[aria-label="My profile"], header a', 'My profile');
  expect(await visitor.asks(() => localStorage.getItem('AuthToken') ?? '')).not.toBe('');
}

async function codeFor(url: string, email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${url}/lab/mail.json?to=${encodeURIComponent(email)}`);
      const [mail] = (await answer.json()) as ReceivedMail[];
      code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
      return code;
    }, `a code for ${email}`)
    .toBeDefined();
  return code ?? '';
}

/** A proxy to the lab. Closing it simulates an outage for this browser only. */
async function openWay(labUrl: string): Promise<{ url: string; close(): Promise<void> } & AsyncDisposable> {
  const server = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming;
    const asked = { ...headers, host: new URL(labUrl).host };
    const outgoing = request(labUrl + url, { method, headers: asked }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close, [Symbol.asyncDispose]: close };
}
