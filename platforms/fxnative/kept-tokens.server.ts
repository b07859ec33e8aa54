// Access tokens of vendors, kept until shortly before they end: by the account that they are of, for as long as the process lives.

export interface GivenToken {
  readonly token: string;
  readonly endsAt: Date;
}

export interface KeptTokens {
  read(account: string, now: Date, ask: () => Promise<GivenToken>): Promise<string>;
  /** The vendor does not take it any more. */
  drop(account: string): void;
}

export function createKeptTokens(): KeptTokens {
  const kept = new Map<string, GivenToken>();
  return {
    async read(account, now, ask) {
      const known = kept.get(account);
      if (known && known.endsAt > now) return known.token;
      const given = await ask();
      if (kept.size >= mostKept) kept.clear();
      kept.set(account, given);
      return given.token;
    },
    drop: (account) => void kept.delete(account),
  };
}

const mostKept = 1000;
