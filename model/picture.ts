// A picture that the portal has made in several widths, so that a page can give its place before it has come.
import { Type, type Static } from 'typebox';
import { object, text, url } from './schema.ts';

export const Picture = object({
  Address: Type.String({ ...url, description: 'The picture itself, for whoever takes none of the others' }),
  Width: Type.Integer({ minimum: 1 }),
  Height: Type.Integer({ minimum: 1 }),
  Placeholder: text(2000, { description: 'The same in a few pixels, as a `data:` address' }),
  Avif: text(2000, { description: 'Addresses on the portal with their widths, as `srcset` takes them' }),
  Webp: text(2000, { description: 'The same in WebP' }),
});
export type Picture = Static<typeof Picture>;
