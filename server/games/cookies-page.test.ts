import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { buildGamesApp } from '#server/games-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';

test('a game opened with too many cookies gets a page that can reload, on every host of the games', async () => {
  const config = readConfig({ PUBLIC_URL: 'https://play.example', GAMES_URL: 'https://{game}.games.example' });
  const app = await buildGamesApp({
    config,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    policy: createHeaderPolicy(config),
    folders: [],
  });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  for (const name of ['gem-miner', 'captcha', 'checkout', 'ads']) {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const answer = text(socket.pause());
    socket.write(`GET / HTTP/1.1\r\nhost: ${name}.games.example\r\ncookie: a=${'x'.repeat(100_000)}\r\n\r\n`);
    await once(socket, 'readable');
    socket.end();
    const [head = '', body = ''] = (await answer).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 431 /);
    expect(head).toContain('clear-site-data: "cookies"');
    expect(head).toContain('content-type: text/html; charset=utf-8');
    expect(head).toContain('cache-control: no-store');
    // The page's script is the one that the policy allows, and the portal may frame the page.
    const script = /<script>([^]*)<\/script>/.exec(body)?.[1] ?? '';
    expect(head).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(head).toContain("frame-ancestors 'self' https://play.example ");
    expect(body).toContain('data-portal="https://play.example"');
  }
});
