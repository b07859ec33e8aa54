// Says what the set-up does while it does it: one rewritten line per step on a terminal, elsewhere plain lines at the
// start and the end of a step and at most one every ten seconds between.

const PLAIN_INTERVAL_MS = 10_000;

/**
 * @param {NodeJS.WriteStream} stream
 * @param {number} total how many steps there will be
 */
export function createProgress(stream, total) {
  let number = 0;
  return {
    /** @param {string} title */
    step(title) {
      number += 1;
      return beginStep(stream, `[${number}/${total}] ${title}`);
    },
  };
}

function beginStep(stream, heading) {
  const terminal = stream.isTTY === true;
  const startedMs = Date.now();
  let spokenMs = 0;

  const say = (text, final) => {
    if (terminal) stream.write(`\r\u001B[2K${truncate(`${heading} … ${text}`, stream.columns)}${final ? '\n' : ''}`);
    else stream.write(`${heading} … ${text}\n`);
    spokenMs = Date.now();
  };
  const seconds = () => Math.round((Date.now() - startedMs) / 1000);

  return {
    update(text) {
      if (terminal || Date.now() - spokenMs >= PLAIN_INTERVAL_MS)
        say(seconds() > 2 ? `${text} (${seconds()} s)` : text, false);
    },
    done(text) {
      say(spokenMs > 0 && seconds() > 0 ? `${text} (${seconds()} s)` : text, true);
    },
    failed(text) {
      say(text, true);
    },
  };
}

// A line longer than the terminal would wrap, and a wrapped line cannot be rewritten.
function truncate(line, columns) {
  // A terminal that does not know its width says 0.
  const width = columns > 20 ? columns : 80;
  return line.length < width ? line : `${line.slice(0, width - 2)}…`;
}
