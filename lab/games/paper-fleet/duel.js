// The rules of the duel: two seas of eight by eight squares, five ships each.

import { createRandom } from './random.js';

export const SQUARES = 8;
const SHIP_LENGTHS = [4, 3, 3, 2, 2];
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

export function startDuel(seed) {
  const random = createRandom(seed);
  return {
    random,
    mine: createSea(random),
    theirs: createSea(random),
    turn: 'mine',
    shots: 0,
    hasBomb: true,
    shuffle() {
      this.mine = createSea(random);
    },
  };
}

/** `outcome` is hit, miss, sunk, or again if the square was shot before. */
export function fireAt(sea, column, row) {
  const square = sea.squares[row]?.[column];
  if (!square || square.isShot) return { outcome: 'again' };
  square.isShot = true;
  if (!square.ship) return { outcome: 'miss' };
  square.ship.left -= 1;
  if (square.ship.left > 0) return { outcome: 'hit', ship: square.ship };
  // Ships never touch, so the squares around a sunk ship are marked as water.
  for (const { column: x, row: y } of around(square.ship)) {
    const near = sea.squares[y]?.[x];
    if (near && !near.ship) near.isShot = true;
  }
  return { outcome: 'sunk', ship: square.ship };
}

export const isSunk = (sea) => sea.ships.every((ship) => ship.left === 0);

export function bombSquares(column, row) {
  return [[0, 0], ...SIDES]
    .map(([dx, dy]) => ({ column: column + dx, row: row + dy }))
    .filter(({ column: x, row: y }) => isOnPage(x, y));
}

/** The computer finishes a damaged ship along its line, or hunts on a chequered pattern. */
export function chooseShot(sea, random) {
  const wounded = sea.ships.find((ship) => ship.left > 0 && ship.left < ship.length);
  const targets = wounded ? besideHits(sea, wounded) : [];
  if (targets.length > 0) return random.pick(targets);
  const free = [];
  for (let row = 0; row < SQUARES; row += 1) {
    for (let column = 0; column < SQUARES; column += 1) {
      if (!sea.squares[row][column].isShot) free.push({ column, row });
    }
  }
  const chequered = free.filter(({ column, row }) => (column + row) % 2 === 0);
  return random.pick(chequered.length > 0 ? chequered : free);
}

/** Squares next to hits; once two hits show a line, only squares on it. */
function besideHits(sea, ship) {
  const hits = shipSquares(ship).filter(({ column, row }) => sea.squares[row][column].isShot);
  const isLineKnown = hits.length > 1;
  const targets = [];
  for (const { column, row } of hits) {
    for (const [dx, dy] of SIDES) {
      if (isLineKnown && (ship.isUpright ? dx !== 0 : dy !== 0)) continue;
      const square = sea.squares[row + dy]?.[column + dx];
      if (square && !square.isShot) targets.push({ column: column + dx, row: row + dy });
    }
  }
  return targets;
}

function createSea(random) {
  for (;;) {
    const sea = tryPlacing(random);
    if (sea) return sea;
  }
}

function tryPlacing(random) {
  const squares = Array.from({ length: SQUARES }, () =>
    Array.from({ length: SQUARES }, () => ({ ship: undefined, isShot: false })),
  );
  const ships = [];
  for (const length of SHIP_LENGTHS) {
    const free = [];
    for (const isUpright of [true, false]) {
      for (let row = 0; row < SQUARES; row += 1) {
        for (let column = 0; column < SQUARES; column += 1) {
          const ship = { column, row, length, isUpright, left: length };
          const fits = shipSquares(ship).every(({ column: x, row: y }) => isOnPage(x, y));
          if (fits && around(ship).every(({ column: x, row: y }) => !squares[y]?.[x]?.ship)) free.push(ship);
        }
      }
    }
    if (free.length === 0) return undefined;
    const ship = random.pick(free);
    for (const { column, row } of shipSquares(ship)) squares[row][column].ship = ship;
    ships.push(ship);
  }
  return { squares, ships };
}

export function shipSquares({ column, row, length, isUpright }) {
  return Array.from({ length }, (_, i) => ({ column: column + (isUpright ? 0 : i), row: row + (isUpright ? i : 0) }));
}

function around(ship) {
  const all = [];
  for (const { column, row } of shipSquares(ship)) {
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1) all.push({ column: column + dx, row: row + dy });
  }
  return all;
}

function isOnPage(column, row) {
  return column >= 0 && row >= 0 && column < SQUARES && row < SQUARES;
}
