// The best result, stored in the browser. If storage is blocked, it is kept until the page closes.

export function openHighScore(name, isBetter) {
  let best = readNumber(name);
  return {
    best: () => best,
    offer(result) {
      if (best !== undefined && !isBetter(result, best)) return false;
      best = result;
      writeNumber(name, result);
      return true;
    },
  };
}

function readNumber(name) {
  try {
    const text = localStorage.getItem(name);
    const number = Number(text);
    return text !== null && Number.isFinite(number) ? number : undefined;
  } catch {
    return undefined;
  }
}

function writeNumber(name, number) {
  try {
    localStorage.setItem(name, String(number));
  } catch {
    return;
  }
}
