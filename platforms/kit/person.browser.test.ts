import { expect, it } from 'vitest';
import { describePlayer, describePerson } from './person.browser.ts';

it('a person is described by valid texts only', () => {
  expect(describePerson('Ada', 'Koval', 'https://x.example/a', 200)).toEqual({
    firstName: 'Ada',
    lastName: 'Koval',
    displayName: 'Ada Koval',
    photo: { url: 'https://x.example/a', width: 200, height: 200 },
  });
  expect(describePerson(7, undefined, 'javascript:alert(1)', 200)).toEqual({
    firstName: '',
    lastName: '',
    displayName: '',
  });
  expect(describePerson('Ж'.repeat(90), 'щ'.repeat(90), '', 200).displayName).toHaveLength(160);
});

it('a player without a name gets the fallback, and unreported gender and language are unspecified', () => {
  const nobody = { ...describePerson('', '', '', 200), userId: '7', language: '' };
  expect(describePlayer({ ...nobody, fallbackName: 'Guest 7' })).toEqual({
    userId: '7',
    firstName: '',
    lastName: '',
    displayName: 'Guest 7',
    gender: 'unspecified',
  });
  expect(describePlayer({ ...nobody, fallbackName: undefined }).displayName).toBe('');
  const ada = describePlayer({
    ...describePerson('Ada', '', '', 200),
    userId: '7',
    fallbackName: 'Guest 7',
    gender: 'female',
    language: 'x'.repeat(40),
  });
  expect(ada).toMatchObject({ displayName: 'Ada', gender: 'female', socialLocale: 'x'.repeat(20) });
});
