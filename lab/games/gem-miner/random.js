// A seeded random generator: the same seed gives the same game (`?seed=7` in the address).

export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (count) => Math.floor(next() * count),
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

export function chooseSeed(search = location.search) {
  const asked = new URLSearchParams(search).get('seed');
  return asked !== null && /^\d{1,9}$/.test(asked) ? Number(asked) : Math.floor(Math.random() * 1e9);
}
