import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { startScript } from './start-script.ts';

/** A release whose Node is replaced by a program that prints its arguments. */
function createRelease(): string {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'bin'));
  const files = {
    fxid: startScript([{ name: 'check', program: 'check.ts' }]),
    'bin/node': '#!/bin/sh\necho "ca: ${NODE_EXTRA_CA_CERTS-none}"\n',
  };
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(folder, path), text);
    chmodSync(join(folder, path), 0o755);
  }
  return folder;
}

test.each([
  ['NODE_EXTRA_CA_CERTS=/etc/fxid/ca.pem', {}, '/etc/fxid/ca.pem'],
  ['PORT=1\nNODE_EXTRA_CA_CERTS="/etc/my own/ca.pem"\nX=2', {}, '/etc/my own/ca.pem'],
  ['NODE_EXTRA_CA_CERTS=/etc/fxid/ca.pem', { NODE_EXTRA_CA_CERTS: '/own.pem' }, '/own.pem'],
  ['# NODE_EXTRA_CA_CERTS=/etc/fxid/ca.pem', {}, 'none'],
])('a private certificate authority that the settings name is trusted: %j', (settings, env, trusted) => {
  const folder = createRelease();
  const file = join(folder, 'fxid.env');
  writeFileSync(file, `${settings}\n`);
  const { PATH } = process.env;
  const printed = execFileSync(join(folder, 'fxid'), ['--env-file', file, 'check'], { env: { PATH, ...env } });
  expect(String(printed)).toBe(`ca: ${trusted}\n`);
});

/** A release folder with a program that prints how it was started. */
function createReleaseWithNode(program: string): string {
  const folder = createTemporaryFolder();
  for (const name of ['bin', 'server']) mkdirSync(join(folder, name));
  symlinkSync(process.execPath, join(folder, 'bin/node'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'server/main.ts'), program);
  writeFileSync(join(folder, 'fxid'), startScript([]));
  chmodSync(join(folder, 'fxid'), 0o755);
  return folder;
}

test.each([
  ['as it is', (path: string) => path],
  ['in quotation marks', (path: string) => `"${path}"`],
])('Node itself trusts a certificate that the settings name %s', (_, written) => {
  const folder = createReleaseWithNode(
    "import { getCACertificates } from 'node:tls'; console.log(getCACertificates('extra').length, process.env.OTHER);",
  );
  const certificate = join(folder, 'authority.pem');
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=authority'.split(' ');
  execFileSync('openssl', [...made, '-keyout', join(folder, 'key.pem'), '-out', certificate], { stdio: 'ignore' });
  const settings = join(folder, 'fxid.env');
  writeFileSync(settings, `# A comment\nOTHER=1\nNODE_EXTRA_CA_CERTS=${written(certificate)}`);
  const run = (env: Record<string, string>): string =>
    execFileSync(join(folder, 'fxid'), ['--env-file', settings], {
      env: { PATH: '/usr/bin:/bin', ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  expect(run({})).toBe('1 1\n');
  // The environment takes precedence, as with every other setting.
  expect(run({ NODE_EXTRA_CA_CERTS: join(folder, 'no-such-file.pem') })).toBe('0 1\n');
});
