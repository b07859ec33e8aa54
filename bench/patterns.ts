// CPU time of the worst regular expressions in event rules, in milliseconds: the largest allowed expression of each
// slow family, with its worst input and without caching. Compiling counts separately. The aim is below 10 ms each.
import { createEventFilter } from '#model/event-filter.ts';
import { compilePattern, maxPatternLength, maxCompiledPatternSize } from '#model/pattern.ts';
import { growPattern, slowPatternInputs, slowPatterns } from '#model/testing/slow-patterns.ts';
import { maxEventProgramSize } from '#server/features/publishing/check-game-document.ts';

const rounds = 7;
const limitMs = 10;

export function measurePatterns(print: (line: object) => void): void {
  const worst = slowPatterns.map(([family, write]) => {
    const { accepted: pattern } = growPattern(write);
    const smaller = growPattern((size) => `(?P<p1234>${write(size)})`).accepted.slice('(?P<p1234>'.length, -1);
    const compileMs = median(Array.from({ length: rounds }, () => measureCompile(smaller)));
    const matches = compilePattern(pattern);
    const matchMs = Math.max(
      ...slowPatternInputs.map((input) => median(Array.from({ length: rounds }, () => cpuMs(() => matches(input))))),
    );
    return { family, pattern, compileMs, matchMs };
  });
  const [slowest] = worst.toSorted((one, other) => other.matchMs - one.matchMs);
  if (!slowest) throw new Error('There is no pattern to measure.');
  print({
    measure: 'event-pattern',
    family: slowest.family,
    characters: maxPatternLength,
    instructions: maxCompiledPatternSize,
    matchMs: rounded(slowest.matchMs),
    compileMs: rounded(Math.max(...worst.map(({ compileMs }) => compileMs))),
    limitMs,
  });
  const count = Math.floor(maxEventProgramSize / maxCompiledPatternSize);
  const rules = Array.from({ length: count }, () => ({ Code: 'worst', Filter1: `/${slowest.pattern}/` }));
  const filter = createEventFilter(rules);
  const ruleMs = slowPatternInputs.map((p1) =>
    median(Array.from({ length: rounds }, () => cpuMs(() => filter({ eventCode: 'worst', p1 })))),
  );
  print({
    measure: 'event-rules',
    rules: count,
    instructions: maxEventProgramSize,
    matchMs: rounded(Math.max(...ruleMs)),
  });
}

let compiled = 0;

/** A unique group makes each expression new, because compiled expressions are cached. */
function measureCompile(pattern: string): number {
  compiled += 1;
  return cpuMs(() => compilePattern(`(?P<p${compiled}>${pattern})`));
}

/** CPU time instead of elapsed time, because other processes share the machine. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const rounded = (value: number): number => Math.round(value * 100) / 100;
