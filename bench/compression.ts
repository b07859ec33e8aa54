// The benefit and cost of compressing responses: transferred bytes as a fraction of the original size, and CPU time as
// a multiple of gzip level 6, the default of most proxies, for the same bytes in the same run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { compressBytes } from '#server/http/compress-bytes.ts';
import { demoGames } from '#lab/demo/demo-games.ts';

const rounds = 15;
const times = 40;

export async function measureCompression(portalFolder: string, print: (line: object) => void): Promise<void> {
  const answers: Readonly<Record<string, Buffer>> = {
    page: readFileSync(join(portalFolder, 'index.html')),
    reply: Buffer.from(JSON.stringify(demoGames)),
    'game-script': readFileSync(join(import.meta.dirname, '../server/games/unity-runner.js')),
  };
  for (const [answer, bytes] of Object.entries(answers)) {
    const [ours, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await cpuMs(() => compressBytes(bytes, 'br')));
      floor.push(await cpuMs(() => gzipped(bytes, { level: 6 })));
    }
    const sent = (await compressBytes(bytes, 'br')).length;
    print({
      measure: 'compression',
      answer,
      bytes: bytes.length,
      sentBytes: sent,
      bytesRatio: rounded(sent / bytes.length),
      cpuMs: rounded(median(ours)),
      floorCpuMs: rounded(median(floor)),
      cpuRatio: rounded(median(ours) / median(floor)),
    });
  }
}

const gzipped = promisify(gzip);
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** CPU time of all threads of this process per run. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
