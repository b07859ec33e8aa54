// The best result, kept in the browser. Where storage is blocked (private frames, third-party partitions) the
// record lives as long as the page: the game must never stop because it could not be remembered.

/** Opens the record `name`; `isBetter(a, b)` says whether result a beats the record b. */
export function openHighScore(name, isBetter) {
  let best = readNumber(name);
  return {
    best: () => best,
    /** Offers a result and returns whether it is a new record. */
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
    // Storage is blocked: there is no older record to read.
    return undefined;
  }
}

function writeNumber(name, number) {
  try {
    localStorage.setItem(name, String(number));
  } catch {
    // Blocked or full: the record stays in memory until the page is closed.
    return;
  }
}
