import { expect, test } from 'vitest';
import { provePlayer } from './prove-player.server.ts';

test('a player is proved with a name, where there is one', () => {
  const identity = { type: 'Vendor', externalId: '7' };
  expect(provePlayer('Vendor', '7', { name: ' Ada ' })).toEqual({
    outcome: 'proved',
    proof: { identity, name: 'Ada' },
    guest: false,
  });
  for (const name of ['', ' ', undefined])
    expect(provePlayer('Vendor', '7', { name, isGuest: true })).toEqual({
      outcome: 'proved',
      proof: { identity },
      guest: true,
    });
});
