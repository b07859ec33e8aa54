// Which session to use when a link brings one and the browser may already have one.
import { ApiError } from '#contract/api-error.ts';

interface Who {
  readonly AccountId: string;
  readonly Name: string;
}

export type SessionChoice =
  | { readonly choice: 'take' }
  | { readonly choice: 'keep' }
  | { readonly choice: 'ask'; readonly current?: string; readonly other: string };

export async function chooseSession(asked: {
  readonly isSignedIn: boolean;
  readonly current: () => Promise<Who>;
  readonly brought: () => Promise<Who>;
  /** The link's session has fewer rights than an existing one of the same account. */
  readonly isLesser: boolean;
  /** The link may come from another person, so the visitor is asked first. */
  readonly isHanded: boolean;
}): Promise<SessionChoice> {
  const current = asked.isSignedIn ? await whoIsThere(asked.current) : undefined;
  if (!current && !asked.isHanded) return { choice: 'take' };
  const other = await asked.brought();
  if (!current) return { choice: 'ask', other: other.Name };
  if (current.AccountId === other.AccountId) return { choice: asked.isLesser ? 'keep' : 'take' };
  return { choice: 'ask', current: current.Name, other: other.Name };
}

/** Undefined if the session has ended. */
async function whoIsThere(ask: () => Promise<Who>): Promise<Who | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}
