// The rules of one run, in cells and seconds. Events are reported through `tell`.

import { COLUMNS, GEM_POINTS, GROUND_ROW, HEART_ROW, LAYERS, cellAt, digMine, layerAt } from './mine.js';

export const FULL_LAMP = 100;
const RELIT_LAMP = 60;
const OIL_CAN = 18;
const BOULDER_COST = 18;
const WALK_SECONDS = 0.1;
const COMBO_SECONDS = 2.6;
const BEST_COMBO = 5;
const WOBBLE_SECONDS = 0.45;

/** `burn` is how fast the lamp burns: 1, or less with a better lamp. */
export function startRun(seed, tell, { burn = 1 } = {}) {
  const rows = digMine(seed);
  const miner = {
    column: Math.floor(COLUMNS / 2),
    row: GROUND_ROW - 1,
    x: 0,
    y: 0,
    facing: 1,
    dig: 0,
    target: undefined,
    fallPace: 0,
  };
  miner.x = miner.column;
  miner.y = miner.row;
  const run = {
    rows,
    miner,
    oil: FULL_LAMP,
    score: 0,
    bonus: 0,
    gems: 0,
    combo: 0,
    comboLeft: 0,
    boulders: [],
    end: undefined,
    isRelit: false,
    hurt: 0,
  };

  /** `wish` is the direction that the player holds: left, right, down or undefined. */
  run.step = (seconds, wish) => {
    if (run.end) return;
    run.hurt = Math.max(0, run.hurt - seconds);
    run.comboLeft -= seconds;
    if (run.comboLeft <= 0) run.combo = 0;
    if (miner.row >= GROUND_ROW) run.oil -= LAYERS[layerAt(miner.row)].burnPerSecond * burn * seconds;
    moveMiner(run, seconds, wish, tell);
    moveBoulders(run, seconds, tell);
    if (!run.end && run.oil <= 0) {
      run.oil = 0;
      finish(run, 'dark', tell);
    }
  };
  run.canRelight = () => run.end === 'dark' && !run.isRelit;
  /** Continues after the lamp went out, once per run. */
  run.relight = () => {
    if (!run.canRelight()) return;
    run.isRelit = true;
    run.end = undefined;
    run.oil = RELIT_LAMP;
    // The depth bonus is added again at the new end.
    run.score -= run.bonus;
    run.bonus = 0;
  };
  run.depth = () => Math.max(0, miner.row - GROUND_ROW + 1);
  return run;
}

function moveMiner(run, seconds, wish, tell) {
  const { miner, rows } = run;
  if (miner.x !== miner.column || miner.y !== miner.row) {
    slide(miner, seconds);
    if (miner.x !== miner.column || miner.y !== miner.row) return;
    take(run, miner.column, miner.row, tell);
    if (run.end) return;
  }
  if (cellAt(rows, miner.column, miner.row + 1).kind === 'open') {
    miner.row += 1;
    miner.dig = 0;
    return;
  }
  miner.fallPace = 0;
  const step = { left: [-1, 0], right: [1, 0], down: [0, 1] }[wish];
  if (!step) {
    miner.target = undefined;
    miner.dig = 0;
    return;
  }
  if (step[0] !== 0) miner.facing = step[0];
  work(run, miner.column + step[0], miner.row + step[1], seconds, tell);
}

function slide(miner, seconds) {
  const isFalling = miner.y !== miner.row;
  miner.fallPace = isFalling ? Math.min(18, miner.fallPace + 40 * seconds) : 0;
  const pace = isFalling ? Math.max(8, miner.fallPace) : 1 / WALK_SECONDS;
  miner.x = approach(miner.x, miner.column, pace * seconds);
  miner.y = approach(miner.y, miner.row, pace * seconds);
}

function work(run, column, row, seconds, tell) {
  const { miner } = run;
  const cell = cellAt(run.rows, column, row);
  const isSame = miner.target?.column === column && miner.target?.row === row;
  if (!isSame) {
    miner.target = { column, row };
    miner.dig = 0;
  }
  if (cell.kind === 'open') {
    miner.column = column;
    miner.row = row;
    return;
  }
  if (cell.kind === 'bedrock') {
    if (miner.dig === 0) tell('clank', { column, row });
    // Bedrock never breaks, so the blow is reported only once.
    miner.dig = 0.001;
    return;
  }
  const before = miner.dig;
  miner.dig += seconds / cell.hardness;
  if (Math.floor(before * 3) !== Math.floor(miner.dig * 3)) tell('chip', { column, row });
  if (miner.dig < 1) return;
  miner.dig = 0;
  openCell(run, column, row, tell);
  if (cell.hold !== 'dynamite' && cellAt(run.rows, column, row).kind === 'open') {
    miner.column = column;
    miner.row = row;
  }
}

function openCell(run, column, row, tell) {
  const cell = run.rows[row][column];
  cell.kind = 'open';
  tell('break', { column, row });
  if (cell.hold === 'dynamite') blast(run, column, row, tell);
}

/** Dynamite opens everything around it except bedrock and moves the gems to the miner. */
function blast(run, column, row, tell) {
  run.rows[row][column].hold = undefined;
  tell('blast', { column, row });
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      const cell = run.rows[row + dy]?.[column + dx];
      if (!cell || Math.hypot(dx, dy) > 2.3 || cell.kind === 'bedrock' || row + dy < GROUND_ROW) continue;
      if (cell.kind !== 'open') openCell(run, column + dx, row + dy, tell);
      take(run, column + dx, row + dy, tell);
    }
  }
}

function take(run, column, row, tell) {
  const cell = run.rows[row]?.[column];
  if (!cell?.hold || cell.hold === 'dynamite') return;
  const found = cell.hold;
  cell.hold = undefined;
  if (found === 'oil') {
    run.oil = Math.min(FULL_LAMP, run.oil + OIL_CAN);
    tell('oil', { column, row });
    return;
  }
  run.combo = run.comboLeft > 0 ? Math.min(BEST_COMBO, run.combo + 1) : 1;
  run.comboLeft = COMBO_SECONDS;
  const points = GEM_POINTS[found] * (found === 'heart' ? 1 : run.combo);
  run.score += points;
  run.gems += 1;
  tell('gem', { column, row, gem: found, points, combo: run.combo });
  if (found === 'heart') finish(run, 'heart', tell);
}

function moveBoulders(run, seconds, tell) {
  const { miner, rows } = run;
  // Boulders far below wait until the miner is near.
  for (let row = Math.max(0, miner.row - 12); row <= Math.min(HEART_ROW, miner.row + 4); row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      if (rows[row][column].kind === 'boulder' && cellAt(rows, column, row + 1).kind === 'open') {
        const { look } = rows[row][column];
        Object.assign(rows[row][column], { kind: 'open', hold: undefined });
        run.boulders.push({ column, y: row, wobble: WOBBLE_SECONDS, pace: 0, look });
        tell('wobble', { column, row });
      }
    }
  }
  for (const boulder of run.boulders) rollBoulder(run, boulder, seconds, tell);
  run.boulders = run.boulders.filter((boulder) => !boulder.isGone);
}

function rollBoulder(run, boulder, seconds, tell) {
  const { miner, rows } = run;
  boulder.wobble -= seconds;
  if (boulder.wobble > 0) return;
  boulder.pace = Math.min(16, boulder.pace + 26 * seconds);
  boulder.y += boulder.pace * seconds;
  if (Math.abs(miner.x - boulder.column) < 0.6 && Math.abs(miner.y - boulder.y) < 0.75) {
    boulder.isGone = true;
    run.oil = Math.max(0, run.oil - BOULDER_COST);
    run.combo = 0;
    run.hurt = 0.6;
    tell('crush', { column: boulder.column, row: Math.round(boulder.y) });
    return;
  }
  if (cellAt(rows, boulder.column, Math.floor(boulder.y) + 1).kind === 'open') return;
  boulder.isGone = true;
  const row = Math.floor(boulder.y);
  // The boulder becomes rubble that can be dug, unless the miner stands in that cell.
  if (row !== miner.row || boulder.column !== miner.column) {
    const cell = rows[row][boulder.column];
    Object.assign(cell, { kind: 'boulder', hold: undefined, hardness: LAYERS[layerAt(row)].digSeconds * 3 });
  }
  tell('thud', { column: boulder.column, row });
}

function finish(run, end, tell) {
  run.end = end;
  run.bonus = run.depth() * 5 + (end === 'heart' ? Math.round(run.oil) * 20 : 0);
  run.score += run.bonus;
  tell('end', { end });
}

function approach(value, goal, most) {
  return Math.abs(goal - value) <= most ? goal : value + Math.sign(goal - value) * most;
}
