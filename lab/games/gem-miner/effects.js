
import { layerAt } from './mine.js';
import { wantsLessMotion } from './page.js';
import { GEM_COLOURS, LAYER_COLOURS } from './palette.js';

export function createEffects({ sparks, tone, view }) {
  const shake = (strength) => {
    if (!wantsLessMotion()) view.shake = Math.max(view.shake, strength);
  };

  return function tell(event, { column = 0, row = 0, gem, combo, end } = {}) {
    const x = column + 0.5;
    const y = row + 0.5;
    const rock = LAYER_COLOURS[layerAt(row)];
    const few = wantsLessMotion() ? 0.3 : 1;
    const burst = (options) =>
      sparks.burst({ x, y, seconds: 0.6, gravity: 9, ...options, count: Math.ceil(options.count * few) });
    const effects = {
      chip() {
        burst({ count: 3, colours: [rock.light, rock.speck], speed: 2.2, size: 0.08 });
        tone({ fromHz: 190 + Math.random() * 60, toHz: 90, seconds: 0.05, shape: 'triangle', volume: 0.07 });
      },
      break: () => burst({ count: 9, colours: [rock.light, rock.base, rock.speck], speed: 3.6, size: 0.13, lift: 1 }),
      clank() {
        burst({ count: 5, colours: ['#fff', '#ffd98a'], speed: 3, size: 0.05, seconds: 0.3 });
        tone({ fromHz: 900, toHz: 700, seconds: 0.06, shape: 'square', volume: 0.03 });
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
        tone({ fromHz: 520 * 1.122 ** (combo * 2), toHz: 880 * 1.122 ** (combo * 2), seconds: 0.16 });
        if (gem === 'heart') shake(1.4);
      },
      oil() {
        burst({ count: 18, colours: ['#fff1b8', '#ffc23d'], speed: 3.5, size: 0.09, gravity: -2 });
        tone({ fromHz: 330, toHz: 660, seconds: 0.25, shape: 'triangle' });
      },
      blast() {
        burst({ count: 60, colours: ['#fff4c9', '#ffb02e', '#ff5d3a', '#6b5a5a'], speed: 10, size: 0.2, seconds: 0.9 });
        shake(1.6);
        tone({ fromHz: 160, toHz: 30, seconds: 0.6, shape: 'sawtooth', volume: 0.2 });
      },
      wobble: () => tone({ fromHz: 70, toHz: 60, seconds: 0.3, shape: 'square', volume: 0.04 }),
      thud: () => burst({ count: 8, colours: ['#8d8782', '#bdb6ae'], speed: 2.5, size: 0.12 }),
      crush() {
        burst({ count: 26, colours: ['#d9d3cb', '#8d8782', '#ff8d8d'], speed: 6, size: 0.16 });
        shake(1.5);
        tone({ fromHz: 120, toHz: 40, seconds: 0.3, shape: 'sawtooth', volume: 0.16 });
      },
      end() {
        const notes = end === 'heart' ? [523, 659, 784, 1047] : [330, 262, 196];
        for (const [index, note] of notes.entries())
          tone({ fromHz: note, seconds: 0.4, delaySeconds: index * 0.16 });
      },
    };
    effects[event]();
  };
}
