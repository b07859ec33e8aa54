// Which session a page goes on with when a link brings one and there may be one already.
import { ApiError } from '#contract/api-error.ts';

interface Who {
  readonly AccountId: string;
  readonly Name: string;
}

export type SessionChoice =
  | { readonly choice: 'take' }
  | { readonly choice: 'keep' }
  /** Without `current` nobody is signed in here. */
  | { readonly choice: 'ask'; readonly current?: string; readonly other: string };

export async function chooseSession(asked: {
  readonly isSignedIn: boolean;
  readonly current: () => Promise<Who>;
  readonly brought: () => Promise<Who>;
  /** The session that is brought is worth less than one of the same account that is here. */
  readonly isLesser: boolean;
  /** Somebody else may have made the link: nobody becomes another's guest without knowing. */
  readonly isHanded: boolean;
}): Promise<SessionChoice> {
  const current = asked.isSignedIn ? await whoIsThere(asked.current) : undefined;
  if (!current && !asked.isHanded) return { choice: 'take' };
  const other = await asked.brought();
  if (!current) return { choice: 'ask', other: other.Name };
  if (current.AccountId === other.AccountId) return { choice: asked.isLesser ? 'keep' : 'take' };
  return { choice: 'ask', current: current.Name, other: other.Name };
}

/** Nobody, where the session turns out to have ended. */
async function whoIsThere(ask: () => Promise<Who>): Promise<Who | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}
