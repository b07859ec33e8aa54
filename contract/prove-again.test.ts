import { expect, test } from 'vitest';
import { api, type Api } from './api.ts';
import { createClient } from './client.ts';
import { buildCallTable } from './describe.ts';

function open({ proves, good = 'new' }: { proves: boolean; good?: string }) {
  const sent: (string | undefined)[] = [];
  const asked: unknown[] = [];
  let token = 'old';
  const client = createClient<Api>(buildCallTable(api), {
    base: 'https://x/api/v1',
    send: async (_, { headers }) => {
      const given = headers['authorization'];
      sent.push(given);
      const isGood = given === `Bearer ${good}`;
      return new Response(JSON.stringify(isGood ? { Success: true } : { Code: 'SignInAgain' }), {
        status: isGood ? 200 : 403,
        headers: { 'content-type': 'application/json' },
      });
    },
    token: () => token,
    proveAgain: async (refused) => {
      asked.push(refused);
      if (proves) token = 'new';
      return proves;
    },
  });
  return { client, sent, asked };
}

test('after a new sign-in the call is repeated with the new token', async () => {
  const { client, sent, asked } = open({ proves: true });
  expect(await client.profile.endDevice({ SessionId: 'x' })).toEqual({ Success: true });
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
  expect(asked).toEqual(['old']);
});

test('the call is not repeated without a new sign-in, and never twice', async () => {
  const cancelled = open({ proves: false });
  await expect(cancelled.client.profile.endDevice({ SessionId: 'x' })).rejects.toMatchObject({ code: 'SignInAgain' });
  expect(cancelled.sent).toHaveLength(1);
  const inVain = open({ proves: true, good: 'another' });
  await expect(inVain.client.profile.endDevice({ SessionId: 'x' })).rejects.toMatchObject({ code: 'SignInAgain' });
  expect(inVain.sent).toHaveLength(2);
  expect(inVain.asked).toHaveLength(1);
});

test("calls allowed for a game's or a transferred session never ask to sign in again", async () => {
  const { client, asked } = open({ proves: true });
  await expect(client.profile.get({})).rejects.toMatchObject({ code: 'SignInAgain' });
  expect(asked).toEqual([]);
});
