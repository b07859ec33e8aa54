// The people of the lab. They are the same on every platform and have another id on each, as people have.
import type { SimulatedPlayer, Scenario } from '#platforms/scenario.ts';

export type PlayerKind = Scenario['player'];

/** @param language what the platform speaks to this person; their own unless given */
export function simulatedPlayer(kind: PlayerKind, platform: string, language?: string): SimulatedPlayer {
  const { friends = [], ...person }: Person = people[kind];
  return {
    ...person,
    id: idOn(platform, kind),
    language: language ?? person.language,
    friends: friends.map((friend) => ({ ...friend, id: idOn(platform, friend.firstName) })),
  };
}

export const languageOf = (kind: PlayerKind): string => people[kind].language;

type Bare = Omit<SimulatedPlayer, 'id' | 'friends'>;
type Person = Bare & { readonly friends?: readonly Bare[] };

const people: Readonly<Record<PlayerKind, Person>> = {
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

/** Nine digits that stay the same from day to day: platforms with numbers for ids take them, and so do the others. */
function idOn(platform: string, person: string): string {
  // FNV-1a: short, and spreads names that differ little.
  let hash = 0x811c9dc5;
  for (const letter of `${platform} ${person}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return String(100_000_000 + (hash % 900_000_000));
}
