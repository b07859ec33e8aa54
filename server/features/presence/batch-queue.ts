// Collects items for a moment and processes them together, which limits the number of statements per second.

export interface BatchQueue<Item> {
  add(item: Item): void;
  stop(): Promise<void>;
}

export function createBatchQueue<Item>(options: {
  readonly waitMs: number;
  readonly run: (items: readonly Item[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): BatchQueue<Item> {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      try {
        await options.run(items);
      } catch (error) {
        options.onError(error);
      }
    }
    running = undefined;
  };
  const start = (): void => {
    timer = undefined;
    running ??= run();
  };
  return {
    add: (item) => {
      if (isStopped) return;
      waiting.push(item);
      if (running === undefined) timer ??= setTimeout(start, options.waitMs);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await (running ?? run());
    },
  };
}
