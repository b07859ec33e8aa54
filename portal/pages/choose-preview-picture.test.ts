import { expect, test } from 'vitest';
import { choosePreviewPicture } from './choose-preview-picture.ts';

const made = {
  Address: '/wide.png',
  Width: 1920,
  Height: 1080,
  Placeholder: 'data:',
  Avif: '/pictures/a/640.avif 640w',
  Webp: '/pictures/a/640.webp 640w, /pictures/a/1440.webp 1440w, /pictures/a/1920.webp 1920w',
};

test.each([
  ['none was made', undefined, { url: '/wide.png' }],
  ['one is large enough', made, { url: '/pictures/a/1440.webp', width: 1440, height: 810 }],
  ['another was made', { ...made, Address: '/square.png' }, { url: '/wide.png' }],
  ['all are small', { ...made, Webp: '/p/640.webp 640w' }, { url: '/p/640.webp', width: 640, height: 360 }],
])('the preview picture if %s', (_, picture, wanted) => {
  expect(choosePreviewPicture('/wide.png', 'Gem Miner', [picture])).toEqual({ ...wanted, alt: 'Gem Miner' });
});
