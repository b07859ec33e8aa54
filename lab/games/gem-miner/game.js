// Gem Miner: dig down to the Heart of the Mountain before the lamp goes out. This file joins rules, scene and page.

import { applyLanguage, chooseLanguage } from './language.js';
import { openPage, wantsLessMotion } from './page.js';
import { GEM_COLOURS, LAYER_COLOURS } from './palette.js';
import { HEART_ROW, GROUND_ROW, layerAt } from './mine.js';
import { chooseSeed } from './random.js';
import { openRecord } from './record.js';
import { FULL_LAMP, startRun } from './run.js';
import { createScene } from './scene.js';
import { createSound } from './sound.js';
import { createSparks } from './sparks.js';
import { runStage } from './stage.js';
import { readSteering } from './steering.js';
import { texts } from './texts.js';

const END_SECONDS = { dark: 1.5, heart: 2.4 };
const canvas = document.getElementById('stage');
const language = chooseLanguage(texts);
const words = texts[language];
const number = new Intl.NumberFormat(language);
const page = openPage(canvas);
const record = openRecord('gem-miner.best', (result, best) => result > best);
const sound = createSound();
const sparks = createSparks();
const scene = createScene();
const steering = readSteering(canvas, () => ({
  x: scene.view.width / 2 + (run.miner.x + 0.5 - scene.view.x) * scene.view.cell,
  y: scene.view.height / 2 + (run.miner.y + 0.5 - scene.view.y) * scene.view.cell,
}));

let run = startRun(chooseSeed(), tell);
let seconds = 0;
let afterEnd = 0;

function play() {
  run = startRun(chooseSeed(), tell);
  afterEnd = 0;
  sparks.clear();
  steering.release();
  scene.follow(run.miner);
  page.show('play');
}

function step(elapsed) {
  seconds += elapsed;
  scene.view.shake = Math.max(0, scene.view.shake - elapsed * 3);
  if (page.screen() === 'play') {
    run.step(elapsed, steering.wish());
    if (run.end) {
      afterEnd += elapsed;
      if (afterEnd > END_SECONDS[run.end]) finish();
    }
  }
  if (page.screen() !== 'pause') sparks.step(elapsed);
  scene.follow(run.miner, elapsed);
  const goal = run.end === 'dark' ? 0 : run.end === 'heart' ? 9 : 2.1 + (2.9 * run.oil) / FULL_LAMP;
  run.light = (run.light ?? 0) + (goal - (run.light ?? 0)) * (1 - Math.exp(-elapsed * 3.5));
  writeHud();
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
  const isRecord = record.offer(run.score);
  page.write('result', run.end === 'heart' ? words.won : words.lost);
  page.write('result-line', run.end === 'heart' ? words.wonLine : words.lostLine);
  page.write('final', number.format(run.score));
  page.write('best', number.format(record.best()));
  document.getElementById('new-best').hidden = !isRecord;
  document.body.dataset.end = run.end;
  page.show('over');
}

/** Answers what happens in the run with light and sound. */
function tell(event, { column = 0, row = 0, gem, combo, end } = {}) {
  const x = column + 0.5;
  const y = row + 0.5;
  const rock = LAYER_COLOURS[layerAt(row)];
  const few = wantsLessMotion() ? 0.3 : 1;
  const burst = (options) =>
    sparks.burst({ x, y, seconds: 0.6, gravity: 9, ...options, count: Math.ceil(options.count * few) });
  const effects = {
    chip() {
      burst({ count: 3, colours: [rock.light, rock.speck], speed: 2.2, size: 0.08 });
      sound.tone({ fromHz: 190 + Math.random() * 60, toHz: 90, seconds: 0.05, shape: 'triangle', volume: 0.07 });
    },
    break: () => burst({ count: 9, colours: [rock.light, rock.base, rock.speck], speed: 3.6, size: 0.13, lift: 1 }),
    clank() {
      burst({ count: 5, colours: ['#fff', '#ffd98a'], speed: 3, size: 0.05, seconds: 0.3 });
      sound.tone({ fromHz: 900, toHz: 700, seconds: 0.06, shape: 'square', volume: 0.03 });
    },
    gem() {
      const colours = GEM_COLOURS[gem];
      burst({
        count: gem === 'heart' ? 120 : 16,
        colours: [colours.light, colours.base, '#fff'],
        speed: gem === 'heart' ? 9 : 4.5,
        size: 0.1,
        gravity: 1,
        seconds: gem === 'heart' ? 2 : 0.8,
      });
      sound.tone({ fromHz: 520 * 1.122 ** (combo * 2), toHz: 880 * 1.122 ** (combo * 2), seconds: 0.16 });
      if (gem === 'heart') shake(1.4);
    },
    oil() {
      burst({ count: 18, colours: ['#fff1b8', '#ffc23d'], speed: 3.5, size: 0.09, gravity: -2 });
      sound.tone({ fromHz: 330, toHz: 660, seconds: 0.25, shape: 'triangle' });
    },
    blast() {
      burst({ count: 60, colours: ['#fff4c9', '#ffb02e', '#ff5d3a', '#6b5a5a'], speed: 10, size: 0.2, seconds: 0.9 });
      shake(1.6);
      sound.tone({ fromHz: 160, toHz: 30, seconds: 0.6, shape: 'sawtooth', volume: 0.2 });
    },
    wobble: () => sound.tone({ fromHz: 70, toHz: 60, seconds: 0.3, shape: 'square', volume: 0.04 }),
    thud: () => burst({ count: 8, colours: ['#8d8782', '#bdb6ae'], speed: 2.5, size: 0.12 }),
    crush() {
      burst({ count: 26, colours: ['#d9d3cb', '#8d8782', '#ff8d8d'], speed: 6, size: 0.16 });
      shake(1.5);
      sound.tone({ fromHz: 120, toHz: 40, seconds: 0.3, shape: 'sawtooth', volume: 0.16 });
    },
    end() {
      const notes = end === 'heart' ? [523, 659, 784, 1047] : [330, 262, 196];
      for (const [index, note] of notes.entries())
        sound.tone({ fromHz: note, seconds: 0.4, delaySeconds: index * 0.16 });
    },
  };
  effects[event]();
}

function shake(strength) {
  if (!wantsLessMotion()) scene.view.shake = Math.max(scene.view.shake, strength);
}

function pause() {
  if (page.screen() !== 'play' || run.end) return;
  steering.release();
  page.show('pause');
}

function toggleSound() {
  const isOn = sound.toggle();
  document.getElementById('sound').setAttribute('aria-pressed', String(isOn));
}

applyLanguage(language, words);
page.onPress('play', play);
page.onPress('again', play);
page.onPress('resume', () => page.show('play'));
page.onPress('pause', pause);
page.onPress('sound', toggleSound);
addEventListener('keydown', (event) => {
  if (event.code === 'Escape' || event.code === 'KeyP') (page.screen() === 'pause' ? () => page.show('play') : pause)();
  if (event.code === 'KeyM') toggleSound();
});
addEventListener('blur', () => steering.release());

const bestSoFar = record.best();
document.getElementById('title-best').hidden = bestSoFar === undefined;
if (bestSoFar !== undefined) page.write('title-best-number', number.format(bestSoFar));
page.show('title');
runStage(canvas, {
  resize(width, height, ratio) {
    scene.resize(width, height, ratio);
    scene.follow(run.miner);
  },
  step,
  draw: (context) => scene.draw(context, run, sparks, wantsLessMotion() ? 0 : seconds),
  hidden: pause,
});
