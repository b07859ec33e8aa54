// The portal is served under a path, behind a proxy that strips the path.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './lab-server.ts';

// The path is also the scope of the service worker.
test.use({ labEnv: { BASE_PATH: '/arcade/' }, serviceWorkers: 'allow' });

let proxy: Server;

test.beforeAll(async ({ lab }) => {
  const { port } = new URL(lab.url);
  proxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith('/arcade/')) {
      outgoing.writeHead(404).end();
      return;
    }
    const forwarded = request(
      {
        host: '127.0.0.1',
        port,
        path: path.slice('/arcade'.length),
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test('every page works under a base path, at any depth', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const base = `http://localhost:${(proxy.address() as AddressInfo).port}/arcade`;
  await page.goto(`${base}/Games/gem-miner`);
  await expect(page.getByRole('heading', { level: 1, name: 'Gem Miner' })).toBeVisible();
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page).toHaveURL(`${base}/Games`);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Edelsteinmine' })).toBeVisible();
  await page.getByRole('link', { name: 'Entwickler-API' }).click();
  await expect(page).toHaveURL(`${base}/api/docs`);
  await expect(page.getByRole('heading', { name: 'The API' })).toBeVisible();
  expect(complaints).toEqual([]);
});
