// Makes a picture into the widths and formats that pages ask for. Files come from developers and from addresses elsewhere, so
// whatever they hold, no more of it is read than a picture needs: only these formats are opened at all, with an end to bytes,
// pixels and time, and everything besides the pixels (places, cameras, profiles) stays behind.
import sharp, { type Metadata, type Sharp } from 'sharp';
import { pictureTypes, type PictureType } from './picture-places.ts';

export const maxPictureBytes = 20 * 1024 * 1024;
/** As wide as large screens are, and high. */
export const maxPixels = 40_000_000;
const maxSeconds = 30;

/** What a page may ask for; a picture that is narrower has its own width besides. */
const widths = [320, 640, 960, 1440, 1920] as const;
const placeholderWidth = 16;

/** Says what is wrong with a picture; whoever brought it has to mend it. */
export class PictureRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PictureRefused';
  }
}

export interface Variants {
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly files: readonly { readonly width: number; readonly type: PictureType; readonly bytes: Buffer }[];
}

export async function makeVariants(bytes: Buffer): Promise<Variants> {
  if (bytes.length > maxPictureBytes) throw new PictureRefused(`it has more than ${maxPictureBytes} bytes`);
  if (!isKnownFormat(bytes)) throw new PictureRefused('it is no JPEG, PNG, WebP or AVIF');
  allowKnownFormats();
  const { width, height } = await measure(bytes);
  const wanted = listWidths(width);
  const files: Variants['files'][number][] = [];
  try {
    for (const each of wanted)
      for (const type of pictureTypes) files.push({ width: each, type, bytes: await encode(bytes, each, type) });
    const tiny = await open(bytes).resize({ width: placeholderWidth }).webp({ quality: 30 }).toBuffer();
    return { width, height, files, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
  } catch (cause) {
    throw new PictureRefused(`it is damaged: ${(cause as Error).message}`, { cause });
  }
}

/** Those below the picture's own width, and that one, as far as screens go. */
export function listWidths(width: number): number[] {
  const own = Math.min(width, widths.at(-1) ?? width);
  return [...widths.filter((each) => each < own), own];
}

/** By the first bytes, before any library looks at the rest. */
export function isKnownFormat(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 16).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') ||
    /^....ftyp(avif|avis|mif1)/s.test(text)
  );
}

let isLimited = false;

/** Once for the process: what is not listed cannot be opened, whatever a file says that it is. */
function allowKnownFormats(): void {
  if (isLimited) return;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
  });
  // One picture at a time, and nothing kept: requests are answered beside.
  sharp.concurrency(1);
  sharp.cache(false);
  isLimited = true;
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
    .timeout({ seconds: maxSeconds })
    .autoOrient();

async function measure(bytes: Buffer): Promise<{ width: number; height: number }> {
  let found: Metadata;
  try {
    found = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).metadata();
  } catch (cause) {
    throw new PictureRefused(`it cannot be read: ${(cause as Error).message}`, { cause });
  }
  const { width, height, pages = 1, autoOrient } = found;
  if (pages > 1) throw new PictureRefused('it moves: give a picture that stands still');
  if (width * height > maxPixels) throw new PictureRefused(`it has more than ${maxPixels} pixels`);
  return { width: autoOrient.width, height: autoOrient.height };
}

const encode = (bytes: Buffer, width: number, type: PictureType): Promise<Buffer> => {
  const resized = open(bytes).resize({ width, withoutEnlargement: true });
  return (
    type === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 78, effort: 4 })
  ).toBuffer();
};
