// The short form of the production drill: all steps without a browser. Where the machine allows no network namespace,
// the test's name reports that, and the proxies still check their reference configurations.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import type { Route } from '#model/route.ts';
import { drillPrograms, findOnPath, describeMissingPrograms } from '#scripts/testing/programs.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';
import { createCertificateAuthority } from './certificates.ts';
import { buildDnsResponse } from './name-server.ts';
import { adaptHaproxy, adaptNginx } from './proxies.ts';
import { startProductionDrill } from './start-production-drill.ts';
import { findNamespaceCommand } from './namespace-command.ts';

const wayIn = findNamespaceCommand();
const missing = describeMissingPrograms(...drillPrograms);

test(
  wayIn.way === 'none'
    ? `the drill cannot run here: ${wayIn.reason}`
    : 'a player signs in, buys and is served through both proxies, on an internet of its own',
  { timeout: 600_000 },
  async ({ skip }) => {
    skip(missing !== undefined, missing);
    // An old release would hide changes, and another test may build a new one while the drill runs.
    if (wayIn.way !== 'none') await requestBuiltFolder('release');
    const lines: string[] = [];
    const redisServer = findOnPath('redis-server');
    const { outcome } = await startProductionDrill({ form: 'short', redisServer, say: (line) => lines.push(line) });
    const told = lines.join('\n');
    if (wayIn.way === 'none') return expect(outcome).toBe('impossible');
    expect(outcome, told).toBe('passed');
    expect(told).not.toContain('FAILED');
    const steps = [
      'nginx: a player signs in by mail',
      'haproxy: Stripe takes money',
      'haproxy: the console exists in its networks',
    ];
    for (const step of [...steps, 'a node restarts']) expect(told).toContain(`ok      ${step}`);
  },
);

test('nginx and haproxy accept their reference configurations without warnings', ({ skip }) => {
  skip(missing !== undefined, missing);
  const folder = createTemporaryFolder();
  const certificate = createCertificateAuthority(folder).sign('portal', [
    'play.example',
    'console.play.example',
    '*.games.example',
  ]);
  const place = join(folder, 'nginx');
  mkdirSync(place);
  const options = { folder, certificate, address: '127.0.0.1' };
  const nginx = adaptNginx(options);
  const haproxy = adaptHaproxy(options);
  // Replaces the ports that only root may use.
  for (const file of [join(place, 'fxid.conf'), haproxy])
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/127\.0\.0\.1:(443|80)\b/g, '127.0.0.1:1$1'));
  const said = [
    execFileSync('sh', ['-c', 'nginx -t -q -p "$0" -e stderr -c "$1" 2>&1', place, nginx], { encoding: 'utf8' }),
    execFileSync('sh', ['-c', 'haproxy -c -q -f "$0" 2>&1', haproxy], { encoding: 'utf8' }),
  ];
  expect(said).toEqual(['', '']);
});

test('nginx and haproxy accept the largest body of every call', () => {
  const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../ops', name), 'utf8');
  const haproxy = read('haproxy.cfg');
  const inNginx = [...read('nginx.conf').matchAll(/location (?:= )?(\/api\S+) \{\s+client_max_body_size (\d+)m;/g)];
  const inHaproxy = [...haproxy.matchAll(/acl (\w+) path(?:_beg)? (\/api\S+)/g)].map(([, acl = '', path = '']) => {
    const own = new RegExp(`gt (\\d+) \\} ${acl}$`, 'm').exec(haproxy);
    return [path, Number(own?.[1] ?? /gt (\d+) \}$/m.exec(haproxy)?.[1])] as const;
  });
  const limits = {
    nginx: inNginx.map(([, path = '', megabytes]) => [path, Number(megabytes) * 1024 * 1024] as const),
    haproxy: inHaproxy,
  };
  const large = Object.values(api).flatMap((calls) =>
    Object.values<Route>(calls).filter(({ bodyLimit = 0 }) => bodyLimit > 512 * 1024),
  );
  expect(large.length).toBeGreaterThan(5);
  for (const [proxy, ofPaths] of Object.entries(limits))
    for (const { path, bodyLimit = 0 } of large) {
      const [, limit = 0] = ofPaths.find(([begin]) => (apiBase + path).startsWith(begin)) ?? [];
      expect(limit, `${proxy}: ${path}`).toBeGreaterThan(bodyLimit);
    }
});

test('the name server resolves its names and wildcard names, and rejects others', () => {
  const zone = { 'play.example': ['51.158.1.10', '2a00::1'], '*.games.example': ['51.158.1.11'] };
  const ask = (name: string, type: number) => {
    const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
    const question = Buffer.from([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, type, 0, 1]);
    const answer = buildDnsResponse(question, zone);
    return answer && { code: (answer[3] ?? 0) & 15, count: answer[7], end: [...answer.subarray(-4)] };
  };
  expect(ask('PLAY.example', 1)).toEqual({ code: 0, count: 1, end: [51, 158, 1, 10] });
  expect(ask('play.example', 28)).toEqual({ code: 0, count: 1, end: [0, 0, 0, 1] });
  expect(ask('gem-miner.games.example', 1)).toEqual({ code: 0, count: 1, end: [51, 158, 1, 11] });
  expect(ask('gem-miner.games.example', 65)).toMatchObject({ code: 0, count: 0 });
  expect(ask('elsewhere.example', 1)).toMatchObject({ code: 3, count: 0 });
  expect(buildDnsResponse(Buffer.from([1, 2, 3]), zone)).toBeUndefined();
});
