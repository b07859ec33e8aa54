// A game can set cookies for every host of its domain, until the headers exceed what a server accepts. This needs a
// real domain, because browsers reject cookies for `localhost`, and TLS, because browsers obey Clear-Site-Data in
// secure contexts only. So the games are at https://{game}.games.example.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { chromium, type BrowserContext, type Locator } from '@playwright/test';
import { requestSignInMail, expect, waitForMail, inventPerson, test } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

const gamesUrl = 'https://{game}.games.example';

test.use({ labEnv: { GAMES_URL: gamesUrl } });

test('other games and the sign-in still work after a game fills the cookie jar of the games', async ({
  lab,
  launchOptions,
}) => {
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'fxid-cookies-'));
  parts.defer(() => rmSync(folder, { recursive: true }));
  await addHostileGame(lab, folder);
  const tlsPort = await openTlsProxy(folder, lab.gamesPort, parts);
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP *.games.example:443 127.0.0.1:${tlsPort}`],
  });
  parts.defer(() => browser.close());
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 431) refused.push(new URL(response.url()).host);
  });

  await test.step('another game opens, after one rejected request that deletes the cookies', async () => {
    await page.goto(`${lab.url}/play/jar-filler?lang=en`);
    await expectFullJar(page.frameLocator('.player iframe').locator('#state'), context);
    await page.goto(`${lab.url}/play/sky-courier?lang=en`);
    await expect(page.frameLocator('.player iframe').locator('canvas')).toBeVisible();
    await expect(page.locator('.player-loading')).toHaveCount(0);
    expect(refused).toContain('sky-courier.games.example');
    expect(await countCookieBytes(context)).toBeLessThan(64 * 1024);
  });

  await test.step('a player signs in, which needs the host of the captcha', async () => {
    const { email } = inventPerson();
    await page.goto(`${lab.url}/Docs/tos?lang=en`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The game opens in its own tab, outside the portal.
    const tab = await context.newPage();
    await tab.goto('https://jar-filler.games.example/');
    await expectFullJar(tab.locator('#state'), context);
    await tab.close();
    await requestSignInMail(page, email);
    expect((await waitForMail(lab, email)).text).toContain(lab.url);
    expect(refused).toContain('captcha.games.example');
  });

  await test.step('no request to the portal itself was rejected', async () => {
    expect(refused.every((host) => host.endsWith('.games.example'))).toBe(true);
    expect(await context.cookies(lab.url)).toEqual([]);
  });
});

/** Sets as many cookies as the browser stores, for all hosts of the site. */
const hostilePage = `<!doctype html><title>Jar filler</title><link rel="icon" href="data:,"><p id="state">filling</p><script>
const attributes = '; domain=games.example; path=/; max-age=31536000; secure; samesite=none';
function fill() {
  for (let n = 0; n < 170; n += 1) document.cookie = 'c' + n + '=' + 'x'.repeat(4000) + attributes;
  document.getElementById('state').textContent = 'full';
}
fill();
setInterval(fill, 500);
</script>`;

async function expectFullJar(state: Locator, context: BrowserContext): Promise<void> {
  await expect(state).toHaveText('full');
  await expect.poll(() => countCookieBytes(context)).toBeGreaterThan(600_000);
}

async function countCookieBytes(context: BrowserContext): Promise<number> {
  const cookies = await context.cookies('https://sky-courier.games.example/');
  return cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
}

async function addHostileGame(lab: LabServer, folder: string): Promise<void> {
  writeFileSync(join(folder, 'index.html'), hostilePage);
  const program = join(import.meta.dirname, '../server/features/publishing/games-command.ts');
  const places = { DATA_DIR: lab.dataDir, PORT: new URL(lab.url).port, GAMES_PORT: String(lab.gamesPort) };
  const env = { ...process.env, ...places, GAMES_URL: gamesUrl };
  await promisify(execFile)(process.execPath, [program, 'add', 'jar-filler', folder], { env, timeout: 120_000 });
}

async function openTlsProxy(folder: string, to: number, parts: AsyncDisposableStack): Promise<number> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=games.example'.split(
    ' ',
  );
  execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    const game = connect(to, '127.0.0.1');
    // Either side may close the connection first.
    socket.on('error', () => game.destroy());
    game.on('error', () => socket.destroy());
    socket.pipe(game).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  parts.defer(() => void server.close());
  return (server.address() as AddressInfo).port;
}
