import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createCircuitBreakers, type CircuitBreakers } from './circuit-breakers.ts';

const clock = { now: new Date('2026-01-01T00:00:00Z') };
const pass = (seconds: number): void => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

function createNodes(count: number): { nodes: readonly CircuitBreakers[]; lines: string[] } {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line) });
  const nodes: CircuitBreakers[] = [];
  const publish = async (signal: string) => {
    for (const node of nodes) node.onSignal(signal);
  };
  for (let place = 0; place < count; place += 1)
    nodes.push(createCircuitBreakers({ now: () => clock.now, log, publish }));
  return { nodes, lines };
}

function createOne(): CircuitBreakers {
  const [node] = createNodes(1).nodes;
  if (!node) throw new Error('There is no node.');
  return node;
}

let attempts = 0;
const fail = async (node: CircuitBreakers | undefined, attempt = `attempt-${(attempts += 1)}`): Promise<void> => {
  await expect(node?.track('a:1', attempt, Promise.reject(new Error('down')))).rejects.toThrow('down');
};
const answer = (node: CircuitBreakers | undefined) => node?.track('a:1', 'attempt', Promise.resolve('an answer'));

test('three failed attempts in a row open it; a response in between resets the count', async () => {
  const node = createOne();
  await fail(node);
  await fail(node);
  expect(await answer(node)).toBe('an answer');
  await fail(node);
  await fail(node);
  expect(node.isPaused('a:1')).toBe(false);
  await fail(node);
  expect(node.isPaused('a:1')).toBe(true);
  expect([node.isPaused('a:2'), node.failingSince('a:2')]).toEqual([false, undefined]);
  expect([...node.failing]).toEqual(['a:1']);
});

test("an attempt counts once, and old failures don't count", async () => {
  const node = createOne();
  for (let times = 0; times < 5; times += 1) await fail(node, 'the same');
  await fail(node);
  expect(node.isPaused('a:1')).toBe(false);
  pass(301);
  await fail(node);
  await fail(node);
  expect(node.isPaused('a:1')).toBe(false);
  await fail(node);
  expect(node.isPaused('a:1')).toBe(true);
});

test('after the pause one request tries it, and the others wait for the result', async () => {
  const node = createOne();
  for (let times = 0; times < 3; times += 1) await fail(node);
  expect(node.claimTrial('a:1')).toBe(false);
  pass(61);
  expect(node.isPaused('a:1')).toBe(false);
  expect([node.claimTrial('a:1'), node.claimTrial('a:1')]).toEqual([true, false]);
  await fail(node, 'the trial');
  expect(node.claimTrial('a:1')).toBe(false);
  pass(61);
  expect(node.claimTrial('a:1')).toBe(true);
  // The node that tried it is gone.
  pass(21);
  expect(node.claimTrial('a:1')).toBe(true);
  await answer(node);
  expect([node.failingSince('a:1'), node.claimTrial('a:1'), node.failing.size]).toEqual([undefined, false, 0]);
});

test('nodes share failures, try the account once, and learn that it works again', async () => {
  const { nodes, lines } = createNodes(3);
  for (const node of nodes) await fail(node);
  expect(nodes.map((node) => node.isPaused('a:1'))).toEqual([true, true, true]);
  pass(61);
  expect(nodes.map((node) => node.claimTrial('a:1'))).toEqual([true, false, false]);
  await answer(nodes[0]);
  expect(nodes.map((node) => node.failingSince('a:1'))).toEqual([undefined, undefined, undefined]);
  expect(lines.filter((line) => line.includes('rejects new payments'))).toHaveLength(3);
  expect(lines.filter((line) => line.includes('accepts payments again'))).toHaveLength(1);
});

test("invalid signals are ignored, and a signal that can't be sent does not stop purchases", async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => void lines.push(line) });
  const alone = createCircuitBreakers({
    now: () => clock.now,
    log,
    publish: () => Promise.reject(new Error('no database')),
  });
  for (const signal of ['', 'x', 'node failed', 'node burst a:1 1', 'node failed  1']) alone.onSignal(signal);
  expect(alone.failing.size).toBe(0);
  for (let times = 0; times < 3; times += 1) await fail(alone);
  expect(alone.isPaused('a:1')).toBe(true);
  expect(lines.filter((line) => line.includes('Telling other nodes'))).toHaveLength(3);
});
