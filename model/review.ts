import { Type, type Static } from 'typebox';
import { instant, object, text } from './schema.ts';

/** Stars, of five. */
export const Rating = Type.Integer({ minimum: 1, maximum: 5 });

/** Its text is for the operators: nobody but them and its author reads it. */
export const Review = object({ Rating, Text: text(1000), UpdatedAt: instant });
export type Review = Static<typeof Review>;
