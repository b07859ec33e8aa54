import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSignedByFacebook, replyToFacebookChallenge } from './facebook-webhook.server.ts';

const body = Buffer.from('{"a":1}');
const sign = (algorithm: string, secret = 'the-secret') =>
  `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`;
const isSigned = (headers: Record<string, string>) =>
  isSignedByFacebook({ body, headers, remoteAddress: '127.0.0.1' }, ['a-newer-secret', 'the-secret']);

it('accepts the signature of any secret, and the older algorithm only without a newer signature', () => {
  expect(isSigned({ 'x-hub-signature-256': sign('sha256') })).toBe(true);
  expect(isSigned({ 'x-hub-signature': sign('sha1') })).toBe(true);
  expect(isSigned({ 'x-hub-signature': sign('sha1'), 'x-hub-signature-256': 'sha256=00' })).toBe(false);
  expect(isSigned({ 'x-hub-signature-256': sign('sha256', 'another') })).toBe(false);
  expect(isSigned({ 'x-hub-signature-256': sign('sha1') })).toBe(false);
  expect(isSigned({})).toBe(false);
});

const reply = (query: string, token?: string) => {
  const webhook = {
    method: 'GET',
    query: new URLSearchParams(query),
    body,
    headers: {},
    remoteAddress: '127.0.0.1',
  } as const;
  const read = replyToFacebookChallenge(webhook, token);
  if (read.outcome !== 'ignored' && read.outcome !== 'refused') return read;
  return read.answer?.(read.outcome === 'refused' ? 'refused' : 'done');
};

it('returns the challenge for the operator’s token, but nothing that could be markup', () => {
  const asked = 'hub.mode=subscribe&hub.verify_token=token-of-mine';
  expect(reply(`${asked}&hub.challenge=42`, 'token-of-mine')).toEqual({ status: 200, body: '42' });
  expect(reply(`${asked}&hub.challenge=<b>`, 'token-of-mine')).toEqual({ status: 403 });
  expect(reply(`${asked}&hub.challenge=42`, 'another')).toEqual({ status: 403 });
  expect(reply('hub.mode=subscribe&hub.verify_token=&hub.challenge=42')).toEqual({ status: 403 });
});
