// The simulated players. They are the same people on every platform, with a different id on each.
import type { SimulatedPlayer, Scenario } from '#platforms/scenario.ts';

export type SimulatedPlayerType = Scenario['player'];

export function buildSimulatedPlayer(kind: SimulatedPlayerType, platform: string, language?: string): SimulatedPlayer {
  const { friends = [], ...person }: Person = people[kind];
  return {
    ...person,
    id: idOn(platform, kind),
    language: language ?? person.language,
    friends: friends.map((friend) => ({ ...friend, id: idOn(platform, friend.firstName) })),
  };
}

export const languageOfPlayer = (kind: SimulatedPlayerType): string => people[kind].language;

type Bare = Omit<SimulatedPlayer, 'id' | 'friends'>;
type Person = Bare & { readonly friends?: readonly Bare[] };

const people: Readonly<Record<SimulatedPlayerType, Person>> = {
  registered: person('Ada', 'Winter', 'female', 'en', 'GB'),
  guest: { ...person('', '', 'unspecified', 'en', 'GB'), isGuest: true },
  friends: {
    ...person('Felix', 'Sommer', 'male', 'en', 'DE'),
    friends: [
      person('Borys', 'Koval', 'male', 'uk', 'UA'),
      person('Chiyo', 'Mori', 'female', 'ja', 'JP'),
      person('Darya', 'Rahimi', 'female', 'fa', 'IR'),
    ],
  },
  abroad: person('Emi', 'Tanaka', 'female', 'ja', 'JP'),
};

function person(
  firstName: string,
  lastName: string,
  gender: Bare['gender'],
  language: string,
  country: string,
): Bare & { isGuest: boolean } {
  return { firstName, lastName, gender, language, country, isGuest: false };
}

/** Nine digits, which platforms with numeric ids accept too. */
function idOn(platform: string, person: string): string {
  // FNV-1a is short and spreads similar names well.
  let hash = 0x811c9dc5;
  for (const letter of `${platform} ${person}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return String(100_000_000 + (hash % 900_000_000));
}
