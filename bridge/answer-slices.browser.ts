// Answers of which many are ready at once, such as all calls that waited for one request: so many are given at once, the others
// in tasks of their own and in their order, so that the page stays able to do something else in between.

export interface AnswerSlices {
  /** Now if this task has not given enough answers yet, else in one of the next. */
  add(give: () => void): void;
  /** Another task has begun. */
  begin(): void;
  /** Nothing that waits is given any more. */
  clear(): void;
}

export const answersPerTask = 100;

export function createAnswerSlices(): AnswerSlices {
  let answered = 0;
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveNext = (): void => {
    timer = undefined;
    const slice = waiting.slice(0, answersPerTask);
    waiting = waiting.slice(slice.length);
    answered = slice.length;
    for (const give of slice) give();
    if (waiting.length > 0) timer ??= setTimeout(giveNext);
    else answered = 0;
  };
  return {
    add(give) {
      if (waiting.length === 0 && answered < answersPerTask) {
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
