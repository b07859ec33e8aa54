import { expect, test } from './lab-server.ts';
import { askServer, registerPlayer } from './lab-people.ts';
declare const FxId: any;
for (const adapter of ['/iframe/fxlauncher', '/iframe/fxnative', ''])
test('launcher' + adapter, async ({ page, lab }) => {
  const { token, accountId } = await registerPlayer(lab);
  page.on('console', (m) => console.log('CONSOLE', m.type(), m.text().slice(0, 300)));
  const { TempToken: code } = await askServer(lab, token).auth.createTempToken({});
  page.on('response', (r) => r.url().includes('/api/v1') && console.log(r.status(), r.request().method(), r.url().slice(-60)));
  await page.goto(`${lab.url}/play/gem-miner${adapter}#LoginCode=${code}`);
  const frame = page.frameLocator('.player iframe');
  await expect(frame.locator('#buy')).toBeVisible({ timeout: 30_000 });
  await page.waitForTimeout(5000);
  const game = page.frames().find((each) => each.url().includes('//gem-miner.localhost'))!;
  console.log('HELLO', await game.locator('#hello').textContent(), await game.locator('#buy').textContent());
  const info = await game.evaluate(() => FxId.player.info);
  console.log('INFO', adapter, accountId, JSON.stringify({ ...info, fxId: { ...info.fxId, token: '', gameToken: '' } }));
});
