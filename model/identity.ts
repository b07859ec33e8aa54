// An identity is a type plus the id that an external service gave the player, never an email address. Adapters declare
// the types.
import { type Static, Type } from 'typebox';
import { object, text } from './schema.ts';

export const SocialIdentifier = object({ Type: text(40), Id: text(256) });
export type SocialIdentifier = Static<typeof SocialIdentifier>;

export const Gender = Type.Enum(['unspecified', 'male', 'female']);
