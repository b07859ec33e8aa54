// Apart from the languages themselves, which the first page needs and which must bring no schema library along.
import { locales, type Locale as LocaleName } from './locale.ts';
import { oneOf } from './schema.ts';

export const Locale = oneOf(locales);
export type Locale = LocaleName;
