import type { Selectable } from 'kysely';
import type { Picture } from '#model/picture.ts';
import type { Tables } from '#server/db/tables.ts';

export type PictureRow = Pick<Selectable<Tables['pictures']>, 'hash' | 'width' | 'height' | 'widths' | 'placeholder'>;

export const picturesPath = 'pictures';

export function describePicture(
  { hash, width, height, widths, placeholder }: PictureRow,
  address: string,
  basePath: string,
): Picture | undefined {
  if (hash === null || width === null || height === null || widths === null || placeholder === null) return undefined;
  const listed = (type: 'avif' | 'webp'): string =>
    widths.map((each) => `${basePath}${picturesPath}/${hash}/${each}.${type} ${each}w`).join(', ');
  return {
    Address: address,
    Width: width,
    Height: height,
    Placeholder: placeholder,
    Avif: listed('avif'),
    Webp: listed('webp'),
  };
}
