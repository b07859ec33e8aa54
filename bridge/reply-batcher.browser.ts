// Limits how many replies are sent in one task, so that the page stays responsive when many are ready at once.

export interface ReplyBatcher {
  /** Calls `give` now if this task has not reached its limit, otherwise in a later task. */
  add(give: () => void): void;
  begin(): void;
  clear(): void;
}

export const maxRepliesPerTask = 100;

export function createReplyBatcher(): ReplyBatcher {
  let answered = 0;
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveNext = (): void => {
    timer = undefined;
    const slice = waiting.slice(0, maxRepliesPerTask);
    waiting = waiting.slice(slice.length);
    answered = slice.length;
    for (const give of slice) give();
    if (waiting.length > 0) timer ??= setTimeout(giveNext);
    else answered = 0;
  };
  return {
    add(give) {
      if (waiting.length === 0 && answered < maxRepliesPerTask) {
        answered += 1;
        return give();
      }
      waiting.push(give);
      timer ??= setTimeout(giveNext);
      return undefined;
    },
    begin() {
      if (waiting.length === 0) answered = 0;
    },
    clear() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
