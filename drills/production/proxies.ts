// The reference configurations of ops/, run as they are but for what differs from machine to machine: addresses, certificates and
// accounts. A text that is to be replaced and is not there is a fault, so that the files and the drill cannot part.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addresses } from './internet.ts';
import type { Programs, Started } from './processes.ts';

export interface ProxyOptions {
  readonly programs: Programs;
  readonly folder: string;
  readonly certificate: { readonly chain: string; readonly key: string; readonly both: string };
}

const ops = join(import.meta.dirname, '../../ops');

export function startNginx({ programs, folder, certificate }: ProxyOptions): Started {
  const place = join(folder, 'nginx');
  mkdirSync(place);
  const site = replaceAll(readFileSync(join(ops, 'nginx.conf'), 'utf8'), {
    'listen 443 ': `listen ${addresses.nginx}:443 `,
    'listen 80 ': `listen ${addresses.nginx}:80 `,
    '/etc/ssl/fxid/chain.pem': certificate.chain,
    '/etc/ssl/fxid/key.pem': certificate.key,
  });
  writeFileSync(join(place, 'fxid.conf'), site);
  // What a distribution has around it.
  writeFileSync(
    join(place, 'nginx.conf'),
    `user root; daemon off; pid ${place}/nginx.pid; error_log stderr warn; worker_processes 2;
events { worker_connections 2048; }
http {
  include /etc/nginx/mime.types;
  access_log ${place}/access.log;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place}/${name};`).join(' ')}
  include ${place}/fxid.conf;
}
`,
  );
  return programs.start('nginx', ['nginx', '-p', place, '-e', 'stderr', '-c', join(place, 'nginx.conf')]);
}

export function startHaproxy({ programs, folder, certificate }: ProxyOptions): Started {
  const place = join(folder, 'haproxy.cfg');
  const text = replaceAll(readFileSync(join(ops, 'haproxy.cfg'), 'utf8'), {
    'bind :443 ': `bind ${addresses.haproxy}:443 `,
    'bind :80\n': `bind ${addresses.haproxy}:80\n`,
    '/etc/haproxy/fxid.pem': certificate.both,
    '    user haproxy\n    group haproxy\n': '',
    'log /dev/log local0': 'log stdout format raw local0',
  });
  writeFileSync(place, text);
  return programs.start('haproxy', ['haproxy', '-db', '-f', place]);
}

export function replaceAll(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration has no ${JSON.stringify(from)} any more.`);
    return result.replaceAll(from, to);
  }, text);
}
