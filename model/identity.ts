// An identity is how somebody outside vouches for a player: a type and that party's own id, never an e-mail address.
// The types are declared by whoever proves them, so they are text here and checked against the registries above.
import { type Static, Type } from 'typebox';
import { object, text } from './schema.ts';

export const SocialIdentifier = object({ Type: text(40), Id: text(256) });
export type SocialIdentifier = Static<typeof SocialIdentifier>;

export const Gender = Type.Enum(['unspecified', 'male', 'female']);
