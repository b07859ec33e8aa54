import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { startScript } from './start-script.ts';

/** The script with a program in the place of Node that prints what it was given. */
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
