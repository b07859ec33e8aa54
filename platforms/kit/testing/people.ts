import type { SimulatedPlayer } from '../../scenario.ts';

const describePerson = (id: string, firstName: string, gender: SimulatedPlayer['gender']) => ({
  id,
  firstName,
  lastName: 'Koval',
  gender,
  language: 'uk',
  country: 'UA',
  isGuest: false,
});

export const samplePlayer: SimulatedPlayer = {
  ...describePerson('100200300', 'Ada', 'female'),
  friends: [describePerson('100200301', 'Borys', 'male'), describePerson('100200302', 'Chiyo', 'unspecified')],
};
