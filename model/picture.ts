// An image in several widths. Pages use the stored size to reserve space before it loads.
import { Type, type Static } from 'typebox';
import { object, text, url } from './schema.ts';

export const Picture = object({
  Address: Type.String({ ...url, description: 'The original picture, for clients that use none of the others' }),
  Width: Type.Integer({ minimum: 1 }),
  Height: Type.Integer({ minimum: 1 }),
  Placeholder: text(2000, { description: 'A tiny version as a `data:` URL' }),
  Avif: text(2000, { description: 'Portal addresses with widths, in `srcset` format' }),
  Webp: text(2000, { description: 'The same in WebP' }),
});
export type Picture = Static<typeof Picture>;
