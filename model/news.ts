import { Type } from 'typebox';
import { Picture } from './picture.ts';
import { instant, object, oneOf, text, url, uuid } from './schema.ts';

/** From the lowest to the highest priority. */
export const NewsPriority = oneOf(['Unspecified', 'Low', 'Update', 'Info', 'News', 'Alert', 'Critical']);

export const NewsItem = object({
  Id: uuid,
  CreatedAt: instant,
  Messages: Type.Array(object({ Locale: text(10), Header: text(200), Message: text(10_000) })),
  Priority: NewsPriority,
  Link: Type.Optional(url),
  IconUrl: Type.Optional(url),
  ImageUrl: Type.Optional(url),
  Picture: Type.Optional(Picture),
  Tags: Type.Array(text(40)),
});
