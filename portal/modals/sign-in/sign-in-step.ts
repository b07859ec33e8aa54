// Where signing in stands. The steps lead from `email` to `captcha`, then `mail`, then `done`. A failed call or captcha leads
// back to `email`, with its error; where the server wants another captcha, that one comes first.
import type { SignInError } from '#portal/sign-in/sign-in-error.ts';
import type { SentMail } from '#portal/sign-in/login.ts';

export type Step =
  | { readonly name: 'email' | 'done' }
  | { readonly name: 'captcha'; readonly action: string }
  | { readonly name: 'mail'; readonly mail: SentMail }
  /** Somebody else than who had to be proved. */
  | { readonly name: 'another'; readonly signedIn: SignedIn };

export interface SignedIn {
  readonly token: string;
  readonly accountId: string;
  readonly mergeToken?: string;
}

/** What the person has filled in. */
export interface Filled {
  readonly email: string;
  readonly wantsNews: boolean;
}

/** What is shown of it. */
export interface SignInScreen {
  readonly go: (next: Step, error?: SignInError) => void;
  /** Back to the first step, with what is wrong. */
  readonly fail: (thrown: unknown) => void;
  /** The provider that is under way. */
  readonly setBusyWith: (provider: string) => void;
  readonly clearError: () => void;
  /** Something else has come in front: what joins two accounts, or documents to accept. */
  readonly setCovered: (isCovered: boolean) => void;
}
