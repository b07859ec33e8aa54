// The positions of the two pages: side by side on a wide screen, stacked on a tall one.

import { SQUARES } from './duel.js';

const TOP = 92;
const BOTTOM = 84;

export function placePages(width, height) {
  const tall = height - TOP - BOTTOM;
  if (width > height * 0.95) {
    const square = Math.max(14, Math.min((width - 120) / (SQUARES * 2 + 2), tall / (SQUARES + 0.6)));
    const y = TOP + (tall - square * SQUARES) / 2;
    const gap = square * 1.6;
    const left = (width - square * SQUARES * 2 - gap) / 2;
    return { theirs: { x: left + square * SQUARES + gap, y, square }, mine: { x: left, y, square } };
  }
  const square = Math.max(14, Math.min((width - 40) / (SQUARES + 0.4), (tall * 0.6) / SQUARES));
  const small = Math.max(10, Math.min(square * 0.8, (tall - square * SQUARES - square * 1.9) / SQUARES));
  return {
    theirs: { x: (width - square * SQUARES) / 2, y: TOP, square },
    mine: { x: (width - small * SQUARES) / 2, y: TOP + square * SQUARES + square * 1.6, square: small },
  };
}

export function squareAt(page, x, y) {
  const column = Math.floor((x - page.x) / page.square);
  const row = Math.floor((y - page.y) / page.square);
  return column >= 0 && row >= 0 && column < SQUARES && row < SQUARES ? { column, row } : undefined;
}
