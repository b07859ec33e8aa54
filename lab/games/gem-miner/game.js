// Gem Miner: dig down to the Heart of the Mountain before the lamp goes out. This file connects rules, scene, page and
// portal.

import { createEffects } from './effects.js';
import { openExtras } from './extras.js';
import { applyLanguage, chooseLanguage } from './language.js';
import { HEART_ROW, GROUND_ROW } from './mine.js';
import { createPagePanels, wantsLessMotion } from './page.js';
import { connectToPortal } from './portal.js';
import { chooseSeed } from './random.js';
import { FULL_LAMP, startRun } from './run.js';
import { openSaves } from './saves.js';
import { createScene } from './scene.js';
import { createSound } from './sound.js';
import { createSparks } from './sparks.js';
import { runGameLoop } from './game-loop.js';
import { readSteering } from './steering.js';
import { texts } from './texts.js';

const END_SECONDS = { dark: 1.5, heart: 2.4 };
/** How many cells the lamp lights: the minimum, and what a full lamp adds. */
const LIGHT = { least: 2.1, full: 2.9 };
const BETTER_LAMP_BURN = 0.75;
const STATUS_METRES = 25;
const canvas = document.getElementById('stage');
const page = createPagePanels(canvas);
const saves = openSaves();
const sound = createSound();
const sparks = createSparks();
const scene = createScene();
const tell = createEffects({
  sparks,
  view: scene.view,
  tone(options) {
    if (!isQuiet) sound.tone(options);
  },
});
const steering = readSteering(canvas, () => ({
  x: scene.view.width / 2 + (run.miner.x + 0.5 - scene.view.x) * scene.view.cell,
  y: scene.view.height / 2 + (run.miner.y + 0.5 - scene.view.y) * scene.view.cell,
}));

let words;
let number;
// Undefined until a portal has answered; the game never waits for it.
let portal;
let player = { guest: true, gameUid: '' };
let isQuiet = false;
let run = startRun(chooseSeed(), tell);
let seconds = 0;
let afterEnd = 0;
let toldMetres = 0;
let isDrawn = false;

const extras = openExtras({
  words: () => words,
  hasLamp: () => saves.read('lamp') !== undefined,
  gotLamp: () => saves.offer('lamp', 1),
  canRelight: () => run.canRelight(),
  relight() {
    run.relight();
    goOn();
  },
  depth: () => number.format(run.depth()),
});

function play() {
  run = startRun(chooseSeed(), tell, { burn: saves.read('lamp') === undefined ? 1 : BETTER_LAMP_BURN });
  toldMetres = 0;
  scene.follow(run.miner);
  goOn();
}

function goOn() {
  afterEnd = 0;
  sparks.clear();
  steering.release();
  show('play');
}

function show(screen) {
  page.show(screen);
  extras.clearNote();
  extras.refresh();
  portal?.playing(screen === 'play');
}

function step(elapsed) {
  seconds += elapsed;
  scene.view.shake = Math.max(0, scene.view.shake - elapsed * 3);
  if (page.screen() === 'play') {
    run.step(elapsed, steering.wish());
    tellDepth();
    if (run.end) {
      afterEnd += elapsed;
      if (afterEnd > END_SECONDS[run.end]) finish();
    }
  }
  if (page.screen() !== 'pause') sparks.step(elapsed);
  scene.follow(run.miner, elapsed);
  const goal = run.end === 'dark' ? 0 : run.end === 'heart' ? 9 : LIGHT.least + (LIGHT.full * run.oil) / FULL_LAMP;
  run.light = (run.light ?? 0) + (goal - (run.light ?? 0)) * (1 - Math.exp(-elapsed * 3.5));
  writeHud();
}

/** With reduced motion the title screen is drawn only once. */
const isStill = () => wantsLessMotion() && page.screen() === 'title' && run.light > 0.99 * (LIGHT.least + LIGHT.full);

function draw(context) {
  if (isDrawn && isStill()) return;
  scene.draw(context, run, sparks, wantsLessMotion() ? 0 : seconds);
  isDrawn = isStill();
}

function tellDepth() {
  const metres = Math.floor(run.depth() / STATUS_METRES) * STATUS_METRES;
  if (metres <= toldMetres) return;
  toldMetres = metres;
  portal?.status(words.statusDigging.replace('{depth}', number.format(metres)));
}

function writeHud() {
  page.write('score', number.format(run.score));
  page.write('depth', `${number.format(run.depth())} / ${number.format(HEART_ROW - GROUND_ROW + 1)}`);
  page.write('combo', run.combo > 1 ? `×${number.format(run.combo)}` : '');
  const oil = document.getElementById('oil');
  oil.value = Math.round(run.oil);
  oil.classList.toggle('low', run.oil < 25);
}

function finish() {
  const isRecord = saves.offer('best', run.score);
  saves.offer('depth', run.depth());
  portal?.describeSave(`${words.best}: ${number.format(saves.read('best'))}`);
  document.getElementById('new-best').hidden = !isRecord;
  document.getElementById('quest').hidden = true;
  document.getElementById('beaten').hidden = true;
  document.body.dataset.end = run.end;
  writeResult();
  show('over');
  portal?.runOver(run.end, run.score);
  void extras.submitDepth(run.depth());
  portal?.reached(Math.floor(run.depth()));
  portal?.status(words.statusRest);
}

function writeResult() {
  page.write('result', run.end === 'heart' ? words.won : words.lost);
  page.write('result-line', run.end === 'heart' ? words.wonLine : words.lostLine);
  page.write('final', number.format(run.score));
  page.write('best', number.format(saves.read('best') ?? run.score));
}

/** The portal gives the title in the player's language. */
function writeQuest({ title, progress, goal }) {
  page.write('quest', `${title}: ${number.format(progress)} / ${number.format(goal)}`);
  document.getElementById('quest').hidden = false;
}

function writeRecords() {
  for (const [id, kind] of Object.entries({ 'title-best': 'best', 'title-depth': 'depth' })) {
    const record = saves.read(kind);
    document.getElementById(id).hidden = record === undefined;
    if (record !== undefined) page.write(`${id}-number`, number.format(record));
  }
}

function pause() {
  if (page.screen() !== 'play' || run.end) return;
  steering.release();
  show('pause');
}

function toggleSound() {
  const isOn = sound.toggle();
  document.getElementById('sound').setAttribute('aria-pressed', String(isOn));
}

function useLanguage(language) {
  words = texts[language];
  number = new Intl.NumberFormat(language);
  applyLanguage(language, words);
  writeRecords();
  if (page.screen() === 'over') writeResult();
  extras.refresh();
}

function usePlayer({ fxId }) {
  const isAnother = fxId.gameUid !== player.gameUid;
  player = fxId;
  writeRecords();
  extras.refresh();
  if (isAnother) void extras.ask();
}

async function join() {
  const found = await connectToPortal({
    player: usePlayer,
    language: (name) => useLanguage(chooseLanguage(texts, '', [name])),
    pause() {
      isQuiet = true;
      pause();
    },
    resume() {
      isQuiet = false;
    },
    quest: writeQuest,
    save() {
      writeRecords();
      extras.refresh();
    },
    leaving: () => saves.offer('depth', run.depth()),
  });
  if (!found) return;
  portal = found;
  portal.loading(0.5);
  const save = await portal.save();
  if (save) saves.moveTo(save);
  writeRecords();
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  portal.ready();
  if (!portal.isLocal) {
    usePlayer(portal.info());
    // A language in the address wins over the portal's.
    if (!new URLSearchParams(location.search).has('lang')) useLanguage(chooseLanguage(texts, '', [portal.language()]));
  }
  // The player may have started before the portal answered.
  if (page.screen() === 'play') portal.playing(true);
  await extras.bring(portal);
}

page.onPress('play', play);
page.onPress('again', play);
page.onPress('resume', () => show('play'));
page.onPress('pause', pause);
page.onPress('sound', toggleSound);
addEventListener('keydown', (event) => {
  if (event.code === 'Escape' || event.code === 'KeyP') (page.screen() === 'pause' ? () => show('play') : pause)();
  if (event.code === 'KeyM') toggleSound();
});
addEventListener('blur', () => steering.release());

useLanguage(chooseLanguage(texts));
page.show('title');
runGameLoop(canvas, {
  resize(width, height, ratio) {
    scene.resize(width, height, ratio);
    scene.follow(run.miner);
    isDrawn = false;
  },
  step,
  draw,
  hidden: pause,
});
await join();
