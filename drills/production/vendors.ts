// All outside services, in their own network: the simulators under their vendors' names, a mail server and a game's
// server. The drill starts this process and connects the networks before it sends the start message.
import { readFileSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { mountCaptchaSimulator } from '#lab/captcha/simulate-captcha.ts';
import { turnstileKeys } from './portal-settings.ts';
import { vendorHosts } from './internet.ts';
import { listVendors, loadVendor } from './load-vendor.ts';
import { mountWebmail, startMailServer } from './mail-server.ts';
import { wireVendors } from './networks.ts';
import { mountPlatformDesk } from './platform-desk.ts';
import { mountStudio } from './studio.ts';
import { mountTelegramClient } from './telegram-client.ts';

const [chain = '', key = ''] = process.argv.slice(2);

process.send?.('here');
process.once('message', () => {
  wireVendors();
  start().then(
    () => process.send?.('ready'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function start(): Promise<void> {
  const app = fastify({
    https: { key: readFileSync(key), cert: readFileSync(chain) },
    rewriteUrl: ({ url = '/', headers: { host = '' } }) => placeOf(host, url),
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const vendors = await Promise.all(listVendors().map(loadVendor));
  for (const vendor of vendors) await app.register((scope) => vendor.mount(scope), { prefix: `/${vendor.vendor}` });
  mountCaptchaSimulator(app, { now: () => new Date(), place: '/captcha', secret: turnstileKeys.secret });
  const mails = await startMailServer({ chain, key });
  await mount(app, 'webmail', (scope) => mountWebmail(scope, mails));
  await mount(app, 'studio', mountStudio);
  await mount(app, 'desk', (scope) => mountPlatformDesk(scope, vendors));
  await mount(app, 'telegramclient', mountTelegramClient);
  await app.listen({ host: '0.0.0.0', port: 443 });
}

const mount = (app: FastifyInstance, name: string, fill: (scope: FastifyInstance) => void) =>
  app.register(async (scope) => fill(scope), { prefix: `/${name}` });

function placeOf(host: string, url: string): string {
  const found = vendorHosts.find((each) => each.host === host);
  if (!found) return '/nobody';
  const { vendor, strip = '' } = found;
  return `/${vendor}${strip !== '' && url.startsWith(`${strip}/`) ? url.slice(strip.length) : url}`;
}
