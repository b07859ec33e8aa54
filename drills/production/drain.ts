// A node stops and restarts while players continue. No request may fail through either proxy.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest, type RequestOptions, type ProxyName } from './send-request.ts';
import type { ProcessControl } from './control.ts';
import { gameName, gamesHost, playerAddress, portalUrl } from './internet.ts';
import type { Step } from './steps.ts';

/** @param paceMs each player's average pause between two requests */
export async function checkDrain(step: Step, control: ProcessControl, paceMs: number): Promise<void> {
  await step('a node restarts, and no request fails through either proxy', async () => {
    const players = keepPlaying(paceMs);
    try {
      await control.stopNode(0);
      await control.startNode(0);
      // A proxy that has marked the node as down checks it again within two seconds.
      await wait(2500);
    } finally {
      await players.stop();
    }
    const { answered, failures } = players;
    assert.deepEqual(failures, [], `${failures.length} requests failed, ${answered()} did not`);
    assert.ok(answered() > 200, `only ${answered()} requests were answered`);
  });
}

const call = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Game: gameName }),
};
const asks: readonly (readonly [what: string, address: string, asked: RequestOptions])[] = [
  ['page', `${portalUrl}/`, {}],
  ['call', `${portalUrl}/api/v1/store/store_data`, call],
  ['game', `https://${gameName}.${gamesHost}/`, {}],
];

function keepPlaying(paceMs: number) {
  const over = new AbortController();
  const failures: string[] = [];
  let answered = 0;
  const play = async (through: ProxyName, [what, address, asked]: (typeof asks)[number]): Promise<void> => {
    while (!over.signal.aborted) {
      const from = playerAddress(answered + failures.length);
      const end = await sendRequest(address, { ...asked, from, through }).then(
        ({ status }) => String(status),
        (error: unknown) => String(error),
      );
      if (end === '200') answered += 1;
      else failures.push(`${through}, ${what}: ${end}`);
      // Players in step could use one node for all pages and the other for all calls.
      await wait(paceMs * (0.5 + Math.random()));
    }
  };
  const playing = Promise.all(
    (['nginx', 'haproxy'] as const).flatMap((proxy) => asks.map((each) => play(proxy, each))),
  );
  return {
    failures,
    answered: () => answered,
    async stop() {
      over.abort();
      await playing;
    },
  };
}
