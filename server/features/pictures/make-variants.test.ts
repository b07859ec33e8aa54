import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listVariantWidths, makePictureVariants, maxPictureBytes } from './make-variants.ts';

const colour = { r: 200, g: 40, b: 90 };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

test('a picture is converted to the smaller widths in both formats, with its size and a preview', async () => {
  const made = await makePictureVariants(await picture(700, 350).png().toBuffer());
  expect([made.width, made.height]).toEqual([700, 350]);
  expect(made.files.map(({ width, type }) => `${width}.${type}`)).toEqual([
    '320.avif',
    '320.webp',
    '640.avif',
    '640.webp',
    '700.avif',
    '700.webp',
  ]);
  for (const { width, type, bytes } of made.files) {
    const found = await sharp(bytes).metadata();
    expect([found.width, found.height, found.format]).toEqual([width, width / 2, type === 'avif' ? 'heif' : 'webp']);
  }
  expect(made.placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(made.placeholder.length).toBeLessThan(1000);
});

test('a picture larger than screens is reduced', () => {
  expect(listVariantWidths(1920)).toEqual([320, 640, 960, 1440, 1920]);
  expect(listVariantWidths(8000)).toEqual([320, 640, 960, 1440, 1920]);
  expect(listVariantWidths(300)).toEqual([300]);
});

test('camera metadata is removed, and rotation is applied', async () => {
  const turned = await picture(40, 20)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const made = await makePictureVariants(turned);
  expect([made.width, made.height]).toEqual([20, 40]);
  for (const { bytes } of made.files) expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

const frames = async () => {
  const raw = Buffer.alloc(8 * 16 * 3, 120);
  raw.fill(10, 8 * 8 * 3);
  return sharp(raw, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0 })
    .toBuffer();
};

/** A small PNG file that claims to be very large. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['nothing', () => Buffer.alloc(0), /no JPEG/],
  ['a page', () => Buffer.from('<html><script>alert(1)</script>'), /no JPEG/],
  [
    'a drawing',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    /no JPEG/,
  ],
  ['a moving GIF', () => Buffer.from('GIF89a'), /no JPEG/],
  [
    'a drawing that says it is a PNG',
    () => Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
    /cannot be read/,
  ],
  ['half a picture', async () => (await picture(64, 64).png().toBuffer()).subarray(0, 90), /cannot be read|damaged/],
  ['a moving picture', frames, /moves/],
  ['more pixels than anybody needs', () => bomb(60_000, 60_000), /pixel/i],
  ['a picture without its pixels', () => bomb(3000, 3000), /damaged/],
  ['more bytes than anybody needs', () => Buffer.alloc(maxPictureBytes + 1, 0xff), /bytes/],
])('rejects %s', async (_, make, reason) => {
  await expect(makePictureVariants(await make())).rejects.toMatchObject({
    name: 'InvalidPictureError',
    message: reason,
  });
});
