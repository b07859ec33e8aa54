import { expect, test } from 'vitest';
import { signFacebookRequest } from './simulator-facebook.server.ts';
import { verifySignedRequestWithAnySecret } from './signed-request.server.ts';

const secret = '0123456789abcdef0123456789abcdef';
// A published example of a player of an instant game.
const published =
  'YkydGF2wANqrQ7eQD8fW-muGf-8mK2K7fQ0elvnCXXo.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwiYXNpZCI6IjEwMTUwMDAwMDAwMDAwMDAxIn0';

test('the simulated Facebook produces the same signatures as the real one', () => {
  expect(signFacebookRequest({ issued_at: 1_700_000_000, asid: '10150000000000001' }, secret)).toBe(published);
});

test('during a secret rotation any of the secrets is accepted', () => {
  expect(verifySignedRequestWithAnySecret(published, ['another0secret', secret])).toMatchObject({ outcome: 'read' });
  expect(verifySignedRequestWithAnySecret(published, ['another0secret'])).toMatchObject({ outcome: 'refused' });
  expect(verifySignedRequestWithAnySecret(published, [])).toMatchObject({ outcome: 'refused' });
});
