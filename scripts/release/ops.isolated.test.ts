// Checks that the files for operators' machines match the program, and runs the parts that work without such machines.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { startDatabaseRelay } from '#server/testing/database-relay.ts';
import { startKillableServer } from '#server/testing/killable-server.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = new Set<string>();
readConfig(new Proxy({}, { get: (_, name) => void settings.add(String(name)) }));
const exampleLines = read('ops/fxid.env.example')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line));

test("the server's settings are found", () => {
  expect(settings.size).toBeGreaterThan(25);
  expect(settings).toContain('SECRET');
});

test('the example settings contain only existing settings, and all that production needs', () => {
  const example = Object.fromEntries(exampleLines.map((line) => line.split(/=(.*)/s, 2)));
  expect(Object.keys(example).filter((name) => !settings.has(name))).toEqual([]);
  const filled = {
    ...example,
    SECRET: productionSettings.SECRET,
    TURNSTILE_SITE_KEY: '0x4A',
    TURNSTILE_SECRET: '0x4B',
  };
  expect(readConfig({ NODE_ENV: 'production', ...filled })).toMatchObject({
    dataDir: '/var/lib/fxid',
    trustedProxies: 1,
  });
});

test('Node parses the example settings as systemd does', () => {
  const file = join(root, 'ops/fxid.env.example');
  const program = 'process.stdout.write(JSON.stringify(process.env))';
  const seen = JSON.parse(
    execFileSync(process.execPath, [`--env-file=${file}`, '--eval', program], { env: {}, encoding: 'utf8' }),
  ) as Record<string, string>;
  for (const line of exampleLines) {
    const [name = '', value] = line.split(/=(.*)/s, 2);
    expect(seen[name], name).toBe(value);
  }
});

test('the compose file passes every setting that production needs, and no unknown one', () => {
  const compose = read('ops/compose.yaml');
  const [, portal = ''] = /^ {2}portal:\n(.*?)^ {2}\S/ms.exec(compose) ?? [];
  const [, environment = ''] = /^ {4}environment:\n(.*?)^ {4}\S/ms.exec(portal) ?? [];
  // A variable without a value is passed on if it is set.
  const given = [...environment.matchAll(/^ {6}([A-Z0-9_]+):(?: (.+))?$/gm)].map(
    ([, name = '', value = `\${${name}:-}`]) => [name, value] as const,
  );
  expect(given.map(([name]) => name).filter((name) => !settings.has(name))).toEqual([]);
  const names = given.map(([name]) => name);
  // The image and its volume fix these.
  const fixed = new Set(['NODE_ENV', 'HOST', 'PORT', 'GAMES_PORT', 'DATA_DIR', 'BACKUP_DIR']);
  expect(names.toSorted()).toEqual([...settings].filter((name) => !fixed.has(name)).toSorted());
  const values = Object.fromEntries(given.map(([name, value]) => [name, filledIn(value)]));
  expect(readConfig({ NODE_ENV: 'production', ...values }).databaseUrl).toBe('postgres://fxid:pw@postgres:5432/fxid');
  // Ports, the folder and the image are those of the Dockerfile.
  const dockerfile = read('ops/Dockerfile');
  for (const port of ['8080', '8081']) {
    expect(portal).toContain(`127.0.0.1:${port}:${port}`);
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE .*\\b${port}\\b`, 'm'));
  }
  expect(portal).toContain('fxid:/var/lib/fxid');
  expect(dockerfile).toContain('VOLUME /var/lib/fxid');
});

/** Expands a value as `docker compose` does with these environment variables. */
function filledIn(value: string): string {
  const env: Record<string, string> = { ...productionSettings, POSTGRES_PASSWORD: 'pw' };
  return value.replaceAll(
    /\$\{([A-Z0-9_]+)(?::([-?])((?:[^{}]|\{[^}]*\})*))?\}/g,
    (_, name: string, kind?: string, rest = '') => env[name] ?? (kind === '-' ? rest : ''),
  );
}

test('the image contains the build, starts it and checks its health', async () => {
  await requestBuiltFolder('release');
  const dockerfile = read('ops/Dockerfile').replaceAll('\\\n', ' ');
  const instruction = (name: string): string => new RegExp(`^${name} (.+)$`, 'm').exec(dockerfile)?.[1] ?? '';
  const [from = '', to = ''] = instruction('COPY').split(' ');
  const inside = (path: string): string => join(root, from, path.slice(to.length));
  const [start = ''] = JSON.parse(instruction('ENTRYPOINT')) as string[];
  expect(existsSync(inside(start))).toBe(true);
  const [, check = ''] = /CMD (\[.+\])/.exec(instruction('HEALTHCHECK')) ?? [];
  const [node = '', ...args] = JSON.parse(check) as string[];
  // No server listens on this port: the health check must fail for that reason only.
  const asked = spawnSync(inside(node), args, { env: { PORT: '9' }, encoding: 'utf8', timeout: 60_000 });
  expect([asked.status, asked.stderr]).toEqual([1, '']);
  expect(read('ops/Dockerfile.dockerignore')).toContain(`!${from}`);
});

test.skipIf(process.platform !== 'linux')(
  'the image has every library that Node needs (skipped: no Linux)',
  async () => {
    const inDebianSlim = ['linux-vdso', 'ld-linux', 'libc.', 'libdl.', 'libm.', 'libpthread.', 'librt.', 'libgcc_s.'];
    const installed: Readonly<Record<string, string>> = { 'libatomic.': 'libatomic1', 'libstdc++.': 'libstdc++6' };
    const listed = execFileSync('/usr/bin/ldd', [join(await requestBuiltFolder('release'), 'bin/node')], {
      encoding: 'utf8',
    });
    for (const [, name = ''] of listed.matchAll(/^\s+(?:\S*\/)?([^\s/]+) /gm)) {
      const found = Object.keys(installed).find((each) => name.startsWith(each));
      if (found !== undefined) expect(read('ops/Dockerfile')).toContain(installed[found]);
      else
        expect(
          inDebianSlim.some((each) => name.startsWith(each)),
          name,
        ).toBe(true);
    }
  },
);

test('a content folder can be pushed in the container', () => {
  const [, folder = ''] = /\$\{CONTENT_DIR:-\.\/content\}:(\/\S+):ro$/m.exec(read('ops/compose.yaml')) ?? [];
  expect(read('docs/guides/operators.md')).toContain(`exec portal /opt/fxid/fxid content push ${folder} --yes`);
});

test('the unit for several nodes differs from the unit for one only in port and node name', () => {
  const linesOf = (path: string): string[] =>
    read(path)
      .split('\n')
      .filter((line) => !line.startsWith('#'));
  const [one, several] = [linesOf('ops/fxid.service'), linesOf('ops/fxid@.service')];
  expect(several.filter((line) => !one.includes(line))).toEqual([
    'Description=FxId, a browser games portal (port %i)',
    'Environment=PORT=%i NODE_NAME=%H-%i',
  ]);
  expect(one.filter((line) => !several.includes(line))).toEqual(['Description=FxId, a browser games portal']);
  // The settings file takes precedence, so it must not contain the settings that differ between instances.
  for (const name of ['PORT', 'GAMES_PORT', 'NODE_NAME'])
    expect(exampleLines.filter((line) => line.startsWith(`${name}=`))).toEqual([]);
});

test('the unit restarts the server until the database is available, as systemd would', async () => {
  const unit = read('ops/fxid.service');
  const [restart, interval] = ['Restart', 'StartLimitIntervalSec'].map(
    (name) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1],
  );
  // An interval of zero means no limit on restarts.
  expect([restart, interval]).toEqual(['on-failure', '0']);
  await using tested = await createTestDatabase({ empty: true });
  await using relay = await startDatabaseRelay(tested.connection);
  await relay.cut();
  await using server = await startKillableServer({ DATABASE_URL: relay.url });
  for (let starts = 0; starts < 2; starts += 1) {
    expect(await server.process().exited).toEqual({ code: 1, signal: null });
    if (starts === 1) await relay.restore();
    await server.start();
  }
  await server.process().untilReady();
});

const units = ['fxid.service', 'fxid@.service'];

test.each(units)('%s starts the release and confines it', (name) => {
  const unit = read(`ops/${name}`);
  const [, start = ''] = /^ExecStart=(\S+)/m.exec(unit) ?? [];
  expect(start).toBe('/opt/fxid/current/fxid');
  const wanted = ['KillMode=mixed', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'StateDirectory=fxid', 'Restart='];
  for (const line of wanted) expect(unit).toContain(line);
  const seconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(45 + 3);
});

const hasSystemd = spawnSync('/usr/bin/systemd-analyze', ['--version']).status === 0;
test.skipIf(!hasSystemd).each(units)('systemd accepts %s (skipped without systemd-analyze)', (name) => {
  const unit = read(`ops/${name}`);
  const [, start = ''] = /^ExecStart=(\S+)/m.exec(unit) ?? [];
  // The unit's program must exist; its account and settings need not.
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'units'));
  const file = join(folder, 'units', name.replace('@', '@8080'));
  writeFileSync(file, unit.replace(start, '/bin/true').replace(/^Documentation=.*\n/m, ''));
  const { stderr } = spawnSync('/usr/bin/systemd-analyze', ['verify', '--man=no', file], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr.split('\n').filter((line) => line.includes('fxid'))).toEqual([]);
});

const hasNginx = spawnSync('/usr/sbin/nginx', ['-v']).status === 0;
test.skipIf(!hasNginx)('nginx accepts our configuration next to those of distributions (skipped without nginx)', () => {
  const folder = createTemporaryFolder();
  const file = (name: string): string => join(folder, name);
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=play.example'.split(' ');
  const kept = ['-keyout', file('key.pem'), '-out', file('chain.pem')];
  execFileSync('openssl', [...made, ...kept], { stdio: 'ignore' });
  writeFileSync(file('fxid.conf'), read('ops/nginx.conf').replaceAll('/etc/ssl/fxid', folder));
  // The http block in the packages of Debian, Ubuntu and nginx.org.
  const theirs = `sendfile on; tcp_nopush on; types_hash_max_size 2048; default_type application/octet-stream;
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; access_log off; gzip on; keepalive_timeout 65;`;
  const main = `pid ${file('pid')}; error_log stderr; events {} http { ${theirs} include ${file('fxid.conf')}; }`;
  writeFileSync(file('nginx.conf'), main);
  const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-c', file('nginx.conf')], { encoding: 'utf8' });
  expect(stderr).not.toMatch(/\[(?:warn|emerg|error)\]/);
  expect(status).toBe(0);
});
