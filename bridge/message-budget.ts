// A rate limit for a game's messages: a burst, then a number per second.

export interface MessageRateLimit {
  readonly burst: number;
  readonly perSecond: number;
}

export interface MessageBudget {
  take(cost?: number): boolean;
  allows(cost?: number): boolean;
}

export function createMessageBudget({ burst, perSecond }: MessageRateLimit, nowMs: () => number): MessageBudget {
  let left = burst;
  let at = nowMs();
  const allows = (cost = 1): boolean => {
    const now = nowMs();
    left = Math.min(burst, left + ((now - at) * perSecond) / 1000);
    at = now;
    return left >= cost;
  };
  return {
    take(cost = 1) {
      if (!allows(cost)) return false;
      left -= cost;
      return true;
    },
    allows,
  };
}
