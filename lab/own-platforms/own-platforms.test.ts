// The scenario chosen in the lab applies to our own platforms: the player, and the result of payments.
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLabAddresses } from '#lab/lab-addresses.ts';
import { createLog } from '#server/http/log.ts';
import { addScenarioToUrl, isOwnPlatform } from './own-platform-scenario.ts';
import { payAutomatically } from './pay-automatically.ts';
import { mountDemoSignIn } from './sign-in-demo-player.ts';
import { withDefaultLabOptions } from '#lab/model/lab-options.ts';

const place = buildLabAddresses({
  port: 8080,
  publicUrl: new URL('http://localhost:8080'),
  basePath: '/',
  gamesUrl: 'http://{game}.localhost:8081',
});
let app: FastifyInstance;
afterEach(() => app.close());

describe('the player', () => {
  const start = () => {
    app = fastify();
    const asked: unknown[] = [];
    app.post('/api/v1/auth/create_temp_token', async ({ headers, body }) => {
      asked.push([headers.authorization, body]);
      return { TempToken: `fxt_${asked.length}` };
    });
    const { createCode } = mountDemoSignIn(app, { place, demoTokens: () => ({ Ada: 'ada', Chiyo: 'chiyo' }) });
    const post = (folder: string, player: unknown, host = 'lab-fxlauncher.localhost:8080') =>
      app.inject({ method: 'POST', url: `/lab/vendors/${folder}/login-code`, headers: { host }, payload: { player } });
    return { asked, createCode, post };
  };

  it('gets a one-time code in the launcher and the app, and a guest gets none', async () => {
    const { asked, post } = start();
    expect((await post('fxlauncher', 'registered')).json()).toEqual({ code: 'fxt_1' });
    expect((await post('fxnative', 'abroad')).json()).toEqual({ code: 'fxt_2' });
    expect((await post('fxnative', 'guest')).json()).toEqual({});
    expect(asked).toEqual([
      ['Bearer ada', {}],
      ['Bearer chiyo', {}],
    ]);
  });

  it('gets no code on pages outside the lab, or for an unknown player', async () => {
    const { post, asked } = start();
    expect((await post('fxlauncher', 'registered', 'localhost:8080')).statusCode).toBeGreaterThanOrEqual(400);
    expect((await post('fxlauncher', 'somebody')).statusCode).toBeGreaterThanOrEqual(400);
    expect((await post('telegram', 'registered')).statusCode).toBe(404);
    expect(asked).toEqual([]);
  });

  it('reaches the portal after the previous player’s storage is cleared', async () => {
    start();
    const begin = (to: string) => app.inject({ url: `/lab/begin?to=${encodeURIComponent(to)}` });
    const { headers, body } = await begin('http://localhost:8080/play/g?lang=en&lab-ad=skipped');
    expect(headers['clear-site-data']).toBe('"storage"');
    expect(body).toContain('content="0;url=http://localhost:8080/play/g?lang=en&amp;lab-ad=skipped"');
    for (const to of ['https://evil.example/', 'javascript:alert(1)', 'http://lab.localhost:8080/lab'])
      expect((await begin(to)).statusCode, to).toBeGreaterThanOrEqual(400);
  });
});

describe('a payment', () => {
  const start = () => {
    app = fastify();
    const sent: unknown[] = [];
    const webhook = { body: '{}', headers: {} };
    payAutomatically(app, {
      findAttempt: async (orderId) => ({ attempt_id: `attempt of ${orderId}`, provider: 'madeup' }),
      log: createLog({ level: 'silent' }),
      lateMs: 1,
      vendors: {
        payments: [
          {
            folder: 'madeup',
            place: { at: '', hookUrl: '', now: () => new Date() },
            simulator: {
              act: async (act: string, target: object) => (sent.push([act, target]), [webhook]),
              send: async (webhooks: readonly unknown[]) => void sent.push(webhooks.length),
            } as never,
          },
        ],
      },
    });
    app.post('/api/v1/store/create_payment', async () => ({ TransactionId: 'o1' }));
    const open = (query: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/store/create_payment',
        headers: { referer: `http://localhost:8080/play/g?${query}` },
      });
    return { sent, open };
  };

  it.each([
    ['paid', 1],
    ['paid-but-cancelled', 1],
    ['webhook-late', 1],
    ['webhook-twice', 2],
  ])('with the scenario %s is paid automatically, with %i notices', async (payment, notices) => {
    const { sent, open } = start();
    expect((await open(`lab-payment=${payment}`)).json()).toEqual({ TransactionId: 'o1' });
    await expect.poll(() => sent).toEqual([['pay', { attemptId: 'attempt of o1' }], notices]);
  });

  it.each(['ask', 'cancelled', 'failed', ''])('with the scenario %j is not paid automatically', async (payment) => {
    const { sent, open } = start();
    await open(`lab-payment=${payment}`);
    await open('lab-payment=paid');
    await expect.poll(() => sent).toHaveLength(2);
  });
});

describe('the address', () => {
  it('of our own platform contains the scenario; a store handles its own payments', () => {
    app = fastify();
    const write = (folder: string): string => {
      const url = new URL('http://localhost:8080/play/g');
      addScenarioToUrl(url, folder, withDefaultLabOptions({ payment: 'failed', ad: 'skipped' }));
      return url.search;
    };
    expect(write('fxid')).toBe('?lab-payment=failed&lab-ad=skipped');
    expect(write('fxlauncher')).toBe('?lab-payment=failed&lab-ad=skipped');
    expect(write('fxnative')).toBe('?lab-ad=skipped');
    expect(['fxid', 'fxlauncher', 'fxnative', 'telegram', 'steam'].filter(isOwnPlatform)).toEqual([
      'fxid',
      'fxlauncher',
      'fxnative',
    ]);
  });
});
