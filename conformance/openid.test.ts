// A stock OpenID client against our discovery document and userinfo.
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { allowInsecureRequests, customFetch, discovery, fetchUserInfo, None, skipSubjectCheck } from 'openid-client';
import { expect, test } from 'vitest';
import { buildAccount, buildGames } from '../server/testing/build-accounts.ts';
import { createGameTestApp } from '../server/testing/create-game-test-app.ts';

test("works with a stock OpenID client that is configured with the token's issuer only", async () => {
  await using server = await createGameTestApp();
  await buildGames(server.database, ['gem-miner']);
  const games = [{ game: 'gem-miner', uid: 'ada gem-miner' }];
  const ada = await buildAccount(server.database, { name: 'ada', email: 'ada@players.example', games });
  const token = await server.gameJwts.sign(ada, 'gem-miner', 'ada gem-miner', false);
  const { iss = '', sub = '', aud } = decodeJwt(token);
  const inMemory = async (address: string, options: { method: string; headers: Record<string, string> }) => {
    const { pathname } = new URL(address);
    const { statusCode, body, headers } = await server.app.inject({ ...options, method: 'GET', url: pathname });
    return new Response(body, { status: statusCode, headers: { 'content-type': `${headers['content-type']}` } });
  };
  const client = await discovery(new URL(iss), String(aud), undefined, None(), {
    [customFetch]: inMemory,
    execute: [allowInsecureRequests],
  });
  expect(client.serverMetadata()).toMatchObject({ issuer: iss, jwks_uri: `${iss}/.well-known/jwks.json` });
  expect(client.serverMetadata()).not.toHaveProperty('authorization_endpoint');
  expect(await fetchUserInfo(client, token, sub)).toMatchObject({ sub: ada });
  await expect(fetchUserInfo(client, token, randomUUID())).rejects.toThrow();
  await expect(fetchUserInfo(client, 'nonsense', skipSubjectCheck)).rejects.toThrow();
});
