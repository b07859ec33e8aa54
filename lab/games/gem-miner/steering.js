// Turns keys, mouse and touch into one direction: left, right, down or undefined.

const KEYS = {
  ArrowLeft: 'left',
  KeyA: 'left',
  ArrowRight: 'right',
  KeyD: 'right',
  ArrowDown: 'down',
  KeyS: 'down',
  Space: 'down',
};

/** `locate()` returns the miner's position on the screen; a held pointer means a direction relative to it. */
export function readSteering(canvas, locate) {
  const held = [];
  let pointer;

  canvas.addEventListener('keydown', (event) => {
    const wish = KEYS[event.code];
    if (!wish || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!held.includes(event.code)) held.push(event.code);
  });
  addEventListener('keyup', (event) => {
    const index = held.indexOf(event.code);
    if (index >= 0) held.splice(index, 1);
  });
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointer = { id: event.pointerId, x: event.offsetX, y: event.offsetY };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (pointer?.id === event.pointerId) pointer = { id: pointer.id, x: event.offsetX, y: event.offsetY };
  });
  for (const end of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(end, (event) => {
      if (pointer?.id === event.pointerId) pointer = undefined;
    });
  }

  return {
    wish() {
      if (held.length > 0) return KEYS[held.at(-1)];
      if (!pointer) return undefined;
      const miner = locate();
      const dx = pointer.x - miner.x;
      const dy = pointer.y - miner.y;
      if (Math.abs(dx) > Math.abs(dy) || dy < 0) return dx < 0 ? 'left' : 'right';
      return 'down';
    },
    release() {
      held.length = 0;
      pointer = undefined;
    },
  };
}
