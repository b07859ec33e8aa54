// The same model with a real server that is killed, alone or with its PostgreSQL, while both devices write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '#server/testing/call-api.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { killDatabase, killServer } from '#server/testing/kill-runs.ts';
import { startKillableServer, type KillableServer } from '#server/testing/killable-server.ts';
import { SavesModel, type SaveDevice } from '#server/testing/saves-model.ts';

const kills = chooseDrillSize(2, 20);
const timeout = chooseDrillSize(180_000, 1_800_000);
const keys = ['x', 'y', 'z'] as const;

let server: KillableServer;
beforeAll(async () => {
  server = await startKillableServer();
  await server.process().untilReady();
}, timeout);
afterAll(() => server[Symbol.asyncDispose](), timeout);

test('with the server killed: nothing acknowledged is lost, and both devices end up equal', { timeout }, async () => {
  const token = server.tokens()['Ada'] ?? '';
  const model = new SavesModel((call, body) =>
    callApi(`${server.process().address}/api/v1/saves/${call}`, { body: { Game: 'gem-miner', ...body }, token }),
  );
  for (let kill = 0; kill < kills; kill += 1) {
    const stopping = new AbortController();
    const playing = model.devices.map((device) => play(device, stopping.signal));
    const written = model.acknowledgedWrites;
    await (kill % 2 === 0 ? killServer(server) : killDatabase(server));
    await expect.poll(() => model.acknowledgedWrites, { timeout }).toBeGreaterThan(written + 10);
    stopping.abort();
    await Promise.all(playing);
    // One device was offline for a while, the other one continued.
    const [phone, desk] = model.devices;
    phone.isOnline = false;
    for (const key of keys) phone.edit(key);
    desk.edit('x');
    await desk.sync(true);
    phone.isOnline = true;
    await model.settle();
    expect(model.faults).toEqual([]);
  }
  expect(model.questions).toBeGreaterThan(0);
});

async function play(device: SaveDevice, stopping: AbortSignal): Promise<void> {
  for (let round = 0; !stopping.aborted; round += 1) {
    device.edit(keys[round % keys.length] ?? 'x');
    await device.sync(round % 2 === 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
