import { expect, test } from 'vitest';
import { createPlayerProof } from './create-player-proof.server.ts';

test('a player is proved, with a name if there is one', () => {
  const identity = { type: 'Vendor', externalId: '7' };
  expect(createPlayerProof('Vendor', '7', { name: ' Ada ' })).toEqual({
    outcome: 'proved',
    proof: { identity, name: 'Ada' },
    guest: false,
  });
  for (const name of ['', ' ', undefined])
    expect(createPlayerProof('Vendor', '7', { name, isGuest: true })).toEqual({
      outcome: 'proved',
      proof: { identity },
      guest: true,
    });
});
