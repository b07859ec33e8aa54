import { Type, type Static } from 'typebox';
import { instant, object, text } from './schema.ts';

export const Rating = Type.Integer({ minimum: 1, maximum: 5 });

/** Only its author and operators can read the text. */
export const Review = object({ Rating, Text: text(1000), UpdatedAt: instant });
export type Review = Static<typeof Review>;
