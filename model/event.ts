import { Type, type Static } from 'typebox';
import { object, text } from './schema.ts';

/** A filter is empty (matches everything), a literal, or a regular expression between slashes. */
export const EventRule = object({
  Code: text(100),
  Filter1: Type.Optional(text(256)),
  Filter2: Type.Optional(text(256)),
  Filter3: Type.Optional(text(256)),
});
export type EventRule = Static<typeof EventRule>;

export const InGameEvent = object({
  game: text(64),
  eventCode: text(100),
  value: Type.Optional(Type.Number()),
  p1: Type.Optional(text(256)),
  p2: Type.Optional(text(256)),
  p3: Type.Optional(text(256)),
});
