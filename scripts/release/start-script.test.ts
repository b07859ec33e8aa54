import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { writeStartScript } from './start-script.ts';

function createRelease(program: string): string {
  const folder = createTemporaryFolder();
  for (const name of ['bin', 'server']) mkdirSync(join(folder, name));
  symlinkSync(process.execPath, join(folder, 'bin/node'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'server/main.ts'), program);
  writeFileSync(join(folder, 'fxid'), writeStartScript([]));
  chmodSync(join(folder, 'fxid'), 0o755);
  return folder;
}

test.each([
  ['without quotation marks', (path: string) => `NODE_EXTRA_CA_CERTS=${path}`, '1 1\n'],
  ['in quotation marks', (path: string) => `X=1\nNODE_EXTRA_CA_CERTS="${path}"\nY=2`, '1 1\n'],
  ['only in a comment', (path: string) => `# NODE_EXTRA_CA_CERTS=${path}`, '0 1\n'],
])('Node trusts a certificate authority that the settings name %s', (_, written, printed) => {
  const folder = createRelease(
    "import { getCACertificates } from 'node:tls'; console.log(getCACertificates('extra').length, process.env.OTHER);",
  );
  const certificate = join(folder, 'authority.pem');
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=authority'.split(' ');
  execFileSync('openssl', [...made, '-keyout', join(folder, 'key.pem'), '-out', certificate], { stdio: 'ignore' });
  const settings = join(folder, 'fxid.env');
  writeFileSync(settings, `# A comment\nOTHER=1\n${written(certificate)}`);
  const run = (env: Record<string, string>): string =>
    execFileSync(join(folder, 'fxid'), ['--env-file', settings], {
      env: { PATH: '/usr/bin:/bin', ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  expect(run({})).toBe(printed);
  expect(run({ NODE_EXTRA_CA_CERTS: join(folder, 'no-such-file.pem') })).toBe('0 1\n');
});
