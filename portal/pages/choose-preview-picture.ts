import type { Picture } from '#model/picture.ts';
import type { PageHead } from '#model/rendered-page.ts';

const previewWidth = 1200;

/** The smallest generated picture that is large enough, with its size; otherwise the original. */
export function choosePreviewPicture(
  address: string,
  alt: string,
  pictures: readonly (Picture | undefined)[] = [],
): NonNullable<PageHead['image']> {
  const made = pictures.find((picture) => picture?.Address === address);
  const files = (made?.Webp ?? '').split(', ').map((file) => file.split(' '));
  const sized = files
    .map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }))
    .filter(({ width }) => width > 0);
  const found = sized.find(({ width }) => width >= previewWidth) ?? sized.at(-1);
  if (!made || !found) return { url: address, alt };
  return { ...found, height: Math.round((found.width * made.Height) / made.Width), alt };
}
