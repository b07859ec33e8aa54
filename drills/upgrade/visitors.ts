// Visitors of the portal at a constant request rate. Each opens the page, loads every file that it references and one
// more, and calls the API with and without a session. A page counts as blank if one of its files fails to load.
import { setTimeout as sleep } from 'node:timers/promises';

export interface VisitorCounts {
  requests: number;
  /** Counts all failures; `faults` counts them by message. */
  failed: number;
  readonly faults: Map<string, number>;
  pages: number;
  blank: number;
}

export interface Visitors {
  take(): VisitorCounts;
  stop(): Promise<void>;
}

const requestsPerVisit = 10;

export function startVisitors(options: { address: string; token: string; perSecond: number }): Visitors {
  const { perSecond } = options;
  let tally = newTally();
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  const run = async (): Promise<void> => {
    const begun = performance.now();
    for (let visits = 0; !ending.signal.aborted; visits += 1) {
      const visit = makeVisit(options, (change) => change(tally));
      underWay.add(visit);
      void visit.finally(() => underWay.delete(visit));
      await sleep(Math.max(0, begun + ((visits + 1) * requestsPerVisit * 1000) / perSecond - performance.now()));
    }
  };
  const running = run();
  return {
    take() {
      const taken = tally;
      tally = newTally();
      return taken;
    },
    async stop() {
      ending.abort();
      await running;
      await Promise.all(underWay);
    },
  };
}

const newTally = (): VisitorCounts => ({ requests: 0, failed: 0, faults: new Map(), pages: 0, blank: 0 });

type Note = (change: (tally: VisitorCounts) => void) => void;

async function makeVisit({ address, token }: { address: string; token: string }, note: Note): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}): Promise<string | undefined> => {
    const { text, fault } = await askOnce(address + path, init);
    note((tally) => {
      tally.requests += 1;
      if (fault === undefined) return;
      tally.failed += 1;
      const words = `${path.replace(/-[\w-]{8}\./, '-*.')} ${fault}`;
      tally.faults.set(words, (tally.faults.get(words) ?? 0) + 1);
    });
    return text;
  };
  const call = (path: string): Promise<string | undefined> =>
    ask(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    });

  const page = await ask('/', { headers: { accept: 'text/html' } });
  const files = [...(page ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const answers = await Promise.all(files.map((file) => ask(file)));
  // The script of a screen that loads later; the entry script contains its name.
  const screen = /\.\/(Games-[\w-]{8}\.js)/.exec(answers.join('\n'))?.[1];
  const later = screen === undefined ? undefined : await ask(`/assets/${screen}`);
  note((tally) => {
    tally.pages += 1;
    if (later === undefined || answers.length < 4 || answers.includes(undefined)) tally.blank += 1;
  });
  await Promise.all([
    call('/games/list'),
    call('/profile'),
    call('/profile/overview'),
    ask('/api/v1/public_game_config/gem-miner'),
  ]);
}

async function askOnce(address: string, init: RequestInit): Promise<{ text?: string; fault?: string }> {
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(30_000) });
    const text = await answer.text();
    return answer.status === 200 ? { text } : { fault: `${answer.status} ${text.slice(0, 80)}` };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return { fault: cause === undefined ? message : `${message} (${cause.message})` };
  }
}
