// Runs the reference configurations of ops/ unchanged except for addresses, certificates and accounts. A missing text
// to replace is an error, so the files and the drill cannot diverge.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addresses } from './internet.ts';
import type { ProcessGroup, StartedProcess } from './processes.ts';

export interface ProxyOptions {
  readonly folder: string;
  readonly certificate: { readonly chain: string; readonly key: string; readonly both: string };
}

const ops = join(import.meta.dirname, '../../ops');

export function startNginx(programs: ProcessGroup, options: ProxyOptions): StartedProcess {
  const place = join(options.folder, 'nginx');
  mkdirSync(place);
  const file = adaptNginx({ ...options, address: addresses.nginx });
  return programs.start('nginx', ['nginx', '-p', place, '-e', 'stderr', '-c', file]);
}

export function startHaproxy(programs: ProcessGroup, options: ProxyOptions): StartedProcess {
  return programs.start('haproxy', ['haproxy', '-db', '-f', adaptHaproxy({ ...options, address: addresses.haproxy })]);
}

/** Returns the main configuration file of nginx: what a Linux distribution puts around ours. */
export function adaptNginx({ folder, certificate, address }: ProxyOptions & { readonly address: string }): string {
  const place = join(folder, 'nginx');
  const site = replaceEach(readFileSync(join(ops, 'nginx.conf'), 'utf8'), {
    'listen 443 ': `listen ${address}:443 `,
    'listen 80 ': `listen ${address}:80 `,
    '/etc/ssl/fxid/chain.pem': certificate.chain,
    '/etc/ssl/fxid/key.pem': certificate.key,
    'root /etc/nginx;': `root ${place};`,
  });
  writeFileSync(join(place, 'fxid.conf'), site);
  copyFileSync(join(ops, 'outage.html'), join(place, 'fxid-outage.html'));
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  const file = join(place, 'nginx.conf');
  // A user namespace has only the user root.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  writeFileSync(
    file,
    `${user}daemon off; pid ${place}/nginx.pid; error_log stderr warn; worker_processes 2;
events { worker_connections 2048; }
http { include /etc/nginx/mime.types; access_log ${place}/access.log; ${folders.join(' ')} include ${place}/fxid.conf; }
`,
  );
  return file;
}

export function adaptHaproxy({ folder, certificate, address }: ProxyOptions & { readonly address: string }): string {
  const text = replaceEach(readFileSync(join(ops, 'haproxy.cfg'), 'utf8'), {
    'bind :443 ': `bind ${address}:443 `,
    'bind :80\n': `bind ${address}:80\n`,
    '/etc/haproxy/fxid.pem': certificate.both,
    'file /etc/haproxy/fxid-outage.html': `file ${join(ops, 'outage.html')}`,
    '    user haproxy\n    group haproxy\n': '',
    'log /dev/log local0': 'log stdout format raw local0',
  });
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  return file;
}

export function replaceEach(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration has no ${JSON.stringify(from)} any more.`);
    return result.replaceAll(from, to);
  }, text);
}
