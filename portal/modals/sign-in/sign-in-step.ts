// The steps of signing in: `email`, `captcha`, `mail`, `done`. A failed call or captcha leads back to `email` with its
// error; if the server requires another captcha, that one comes first.
import type { SignInError } from '#portal/sign-in/sign-in-error.ts';
import type { SentMail } from '#portal/sign-in/login.ts';

export type SignInStep =
  | { readonly name: 'email' | 'done' }
  | { readonly name: 'captcha'; readonly action: string }
  | { readonly name: 'mail'; readonly mail: SentMail }
  /** The player proved another account than required. */
  | { readonly name: 'wrong-account'; readonly signedIn: CompletedSignIn };

export interface CompletedSignIn {
  readonly token: string;
  readonly accountId: string;
  readonly mergeToken?: string;
}

/** The values of the form. */
export interface SignInFormValues {
  readonly email: string;
  readonly wantsNews: boolean;
}

/** The controls of the modal's view. */
export interface SignInView {
  readonly go: (next: SignInStep, error?: SignInError) => void;
  /** Returns to the first step and shows the error. */
  readonly fail: (thrown: unknown) => void;
  /** The provider whose sign-in is in progress; `email` for the form. */
  readonly setBusyWith: (provider: string) => void;
  readonly clearError: () => void;
  /** Another modal is on top: the merge modal or the documents modal. */
  readonly setCovered: (isCovered: boolean) => void;
}
