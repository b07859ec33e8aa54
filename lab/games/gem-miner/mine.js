// The mine as data. No cell can trap the miner: bedrock always leaves a gap, and everything else can be dug.

import { createRandom } from './random.js';

export const COLUMNS = 17;
export const GROUND_ROW = 3;
export const HEART_ROW = 120;
const LAST_ROW = HEART_ROW + 1;
const LAYER_ROWS = 24;

export const LAYERS = [
  { digSeconds: 0.15, burnPerSecond: 2.2, gems: ['amber', 'amber', 'emerald'] },
  { digSeconds: 0.21, burnPerSecond: 2.5, gems: ['amber', 'emerald', 'emerald', 'sapphire'] },
  { digSeconds: 0.27, burnPerSecond: 2.8, gems: ['emerald', 'sapphire', 'sapphire', 'ruby'] },
  { digSeconds: 0.33, burnPerSecond: 3.1, gems: ['sapphire', 'ruby', 'ruby', 'diamond'] },
  { digSeconds: 0.4, burnPerSecond: 3.4, gems: ['ruby', 'diamond', 'diamond'] },
];

export const GEM_POINTS = { amber: 10, emerald: 25, sapphire: 50, ruby: 100, diamond: 200, heart: 2500 };

export function layerAt(row) {
  return Math.max(0, Math.min(LAYERS.length - 1, Math.floor((row - GROUND_ROW) / LAYER_ROWS)));
}

export function digMine(seed) {
  const random = createRandom(seed);
  const rows = [];
  for (let row = 0; row <= LAST_ROW; row += 1) {
    rows.push(Array.from({ length: COLUMNS }, () => createCell(random, row)));
  }
  placeBedrock(random, rows);
  carveCaves(random, rows);
  carveHeart(rows);
  return rows;
}

const WALL = Object.freeze({ kind: 'bedrock', hold: undefined, hardness: Infinity, look: 0 });
const AIR = Object.freeze({ kind: 'open', hold: undefined, hardness: 0, look: 0 });

/** Outside the mine there is bedrock, above the grass air. */
export function cellAt(rows, column, row) {
  if (row < 0) return AIR;
  return rows[row]?.[column] ?? (row < GROUND_ROW ? AIR : WALL);
}

function createCell(random, row) {
  const look = random.whole(4);
  if (row < GROUND_ROW) return { kind: 'open', hold: undefined, hardness: 0, look };
  const layer = layerAt(row);
  const cell = { kind: 'rock', hold: undefined, hardness: LAYERS[layer].digSeconds, look };
  if (row < GROUND_ROW + 2) return cell;
  const chance = random.next();
  if (chance < 0.125) cell.hold = random.pick(LAYERS[layer].gems);
  else if (chance < 0.141) cell.hold = 'oil';
  else if (chance < 0.151) cell.hold = 'dynamite';
  else if (chance < 0.151 + 0.012 * (layer + 1)) {
    cell.kind = 'boulder';
    cell.hardness *= 3;
  }
  return cell;
}

function placeBedrock(random, rows) {
  for (let row = GROUND_ROW + 6; row < HEART_ROW - 4; row += 3) {
    let column = random.whole(5);
    while (column < COLUMNS - 3) {
      const length = 1 + random.whole(3);
      for (let i = 0; i < length && column + i < COLUMNS - 1; i += 1) {
        Object.assign(rows[row][column + i], { kind: 'bedrock', hold: undefined, hardness: Infinity });
      }
      column += length + 3 + random.whole(5);
    }
  }
}

function carveCaves(random, rows) {
  for (let row = GROUND_ROW + 9; row < HEART_ROW - 8; row += 8 + random.whole(5)) {
    const width = 2 + random.whole(4);
    const left = random.whole(COLUMNS - width);
    for (let i = 0; i < width; i += 1) {
      const cell = rows[row][left + i];
      if (cell.kind !== 'bedrock') Object.assign(cell, { kind: 'open', hold: random.next() < 0.2 ? 'oil' : undefined });
    }
  }
}

function carveHeart(rows) {
  const middle = Math.floor(COLUMNS / 2);
  for (let row = HEART_ROW - 3; row <= LAST_ROW; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const isInside = row < LAST_ROW && Math.abs(column - middle) <= row - HEART_ROW + 7;
      const kind = row === LAST_ROW ? 'bedrock' : isInside ? 'open' : rows[row][column].kind;
      Object.assign(rows[row][column], { kind, hold: undefined });
      if (kind === 'bedrock') rows[row][column].hardness = Infinity;
    }
  }
  rows[HEART_ROW][middle].hold = 'heart';
}
