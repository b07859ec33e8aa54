// The response times of sign-in, the profile and the store during a flood of analytics events, compared with those
// without it. Sender, server and database share the machine, so a part of the difference is theirs.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sendLoad, type LoadRequest, type LoadResult } from './load.ts';

const rounds = 5;
const warmUpRounds = 2;
const requests = 100;

export async function measureUnderFlood(
  flood: LoadRequest,
  calls: Readonly<Record<string, Pick<LoadRequest, 'path' | 'headers' | 'body' | 'tokens'>>>,
  { batchEvents, print }: { readonly batchEvents: number; readonly print: (line: object) => void },
): Promise<void> {
  const times = new Map<string, Times>(Object.keys(calls).map((name) => [name, { aloneMs: [], floodedMs: [] }]));
  const answers: LoadResult[] = [];
  const measureAll = async (kind: keyof Times, isWarmUp: boolean): Promise<void> => {
    for (const [name, call] of Object.entries(calls)) {
      const { seconds } = await sendLoad({ ...flood, tokens: [], ...call, requests, connections: 1 });
      if (!isWarmUp) times.get(name)?.[kind].push((seconds * 1000) / requests);
    }
  };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    await measureAll('aloneMs', round < 0);
    const sender = new Worker(new URL('./flood-thread.ts', import.meta.url), {
      workerData: { ...flood, mayBeRefused: true } satisfies LoadRequest,
    });
    // The flood has begun once its first requests are answered.
    await once(sender, 'message');
    sender.on('message', (result: LoadResult) => answers.push(result));
    await measureAll('floodedMs', round < 0);
    await sender.terminate();
  }
  const sum = (key: keyof LoadResult): number => answers.reduce((total, each) => total + each[key], 0);
  for (const [name, { aloneMs, floodedMs }] of times)
    print({
      measure: `${name}-under-analytics`,
      aloneMs: toMs(median(aloneMs)),
      floodedMs: toMs(median(floodedMs)),
      ratio: toMs(median(floodedMs.map((ms, at) => ms / (aloneMs[at] ?? Number.NaN)))),
      eventsPerSecond: Math.round(((sum('requests') - sum('refused')) * batchEvents) / sum('seconds')),
      refusedShare: toMs(sum('refused') / sum('requests')),
    });
}

interface Times {
  readonly aloneMs: number[];
  readonly floodedMs: number[];
}

const toMs = (value: number): number => Number(value.toFixed(2));

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
