// Separate from `locale.ts`, because the first page loads that file and must not load the schema library.
import { locales, type Locale as LocaleName } from './locale.ts';
import { oneOf } from './schema.ts';

export const Locale = oneOf(locales);
export type Locale = LocaleName;
