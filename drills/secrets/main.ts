// Rotates the secret as docs/guides/operators.md describes ("Changing the secret"), with two nodes while players keep
// signing in. No sign-in fails, and at the end the old secret decrypts nothing.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fastify from 'fastify';
import { pino } from 'pino';
import { mountCaptchaSimulator } from '#lab/captcha/simulate-captcha.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { startTestSmtp } from '#server/features/mail/start-test-smtp.ts';
import { countSealedValues } from '#server/secrets/reseal.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { runSteps } from '../run-steps.ts';
import { startMailSignIns } from './sign-in-by-mail.ts';
import { startTwoNodes } from './two-nodes.ts';

const log = pino({ level: 'silent' });
const game = 'gem-miner';
const gameKeys = 3000;

await runSteps(async (step, parts) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fxid-secrets-'));
  chmodSync(dataDir, 0o711);
  parts.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log, now: () => new Date() });
  parts.defer(() => postgres.stop());
  const smtp = parts.use(await startTestSmtp());
  const [old, fresh] = [randomBytes(36).toString('base64'), randomBytes(36).toString('base64')];
  const robots = fastify();
  mountCaptchaSimulator(robots, { now: () => new Date() });
  const portalUrl = await robots.listen({ host: 'localhost', port: 0 });
  parts.defer(() => robots.close());
  const shared = {
    PUBLIC_URL: portalUrl,
    DATABASE_URL: buildConnectionUrl(postgres.connection),
    SMTP_URL: smtp.url,
    TRUSTED_PROXIES: '1',
  };
  const nodes = parts.use(await startTwoNodes({ ...shared, SECRET: old }));
  const database = openDatabase(postgres.connection, { log, poolSize: 4 });
  parts.defer(() => database.close());
  const sealedBefore = createGameKeys(database, createSealer(old));
  const people = startMailSignIns(nodes, { smtp, portalUrl, people: 4 });
  parts.defer(() => people.stop());
  const secretsOf = async (sealer: ReturnType<typeof createSealer>): Promise<string> =>
    JSON.stringify(await createGameKeys(database, sealer).secretsOf(game));
  const check = (): string => {
    const opened = /^.*(cannot be opened|can't be decrypted).*$/m.exec(nodes.output())?.[0];
    const faults = [...people.failures, ...(opened === undefined ? [] : [opened])];
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\nThe nodes printed:\n${nodes.output().slice(-4000)}`);
    return `${people.signedIn()} sign-ins so far, none failed`;
  };
  const reseal = async (settings: Record<string, string>, ...args: string[]): Promise<string> => {
    const program = join(import.meta.dirname, '../../server/secrets/reseal-command.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH'], ...shared, ...settings },
    });
    return stdout.trim();
  };

  await step(`with one secret, players sign in and ${gameKeys} game keys are created`, async () => {
    for (let made = 0; made < gameKeys; made += 50)
      await Promise.all(Array.from({ length: 50 }, () => sealedBefore.create(game)));
    await people.more(10);
    return check();
  });
  const before = await secretsOf(createSealer(old));
  await step('1. the new secret is listed second on every node', async () => {
    await nodes.change({ ...shared, SECRETS: `old:${old},new:${fresh}` });
    await people.more(10);
    return check();
  });
  const both = { SECRETS: `new:${fresh},old:${old}` };
  await step('2. the new secret is listed first on every node', async () => {
    await nodes.change({ ...shared, ...both });
    await people.more(10);
    return check();
  });
  await step('3. all values are encrypted with the new secret', async () => {
    const said = await reseal(both);
    if (!said.includes('No longer needed: old.')) throw new Error(said);
    await people.more(10);
    check();
    return said.split('\n').find((line) => line.includes('values were encrypted again'));
  });
  await step('   and a second run finds nothing to do', async () => {
    const said = await reseal(both, 'status');
    if (!said.includes('No value is sealed with old.')) throw new Error(said);
  });
  await step('4. the old secret is removed on every node', async () => {
    await nodes.change({ ...shared, SECRETS: `new:${fresh}` });
    await people.more(10);
    return check();
  });
  await step('the old secret decrypts nothing, the new one everything', async () => {
    await people.stop();
    const byOld = await countSealedValues({ database, sealer: createSealer(old) });
    const byNew = await countSealedValues({ database, sealer: createSealer([{ id: 'new', secret: fresh }]) });
    if (byOld.some(({ keyId }) => keyId !== undefined)) throw new Error(JSON.stringify(byOld));
    if (byNew.some(({ keyId }) => keyId !== 'new')) throw new Error(JSON.stringify(byNew));
    if ((await secretsOf(createSealer([{ id: 'new', secret: fresh }]))) !== before)
      throw new Error('The keys of games are not what they were.');
    return check();
  });
});
