// The steps of signing in. A failed call or captcha leads back to `email` with its error.
import type { SignInError } from '#portal/sign-in/sign-in-error.ts';
import type { SentMail } from '#portal/sign-in/login.ts';

export type SignInStep =
  | { readonly name: 'email' | 'done' }
  | { readonly name: 'captcha'; readonly action: string }
  | { readonly name: 'mail'; readonly mail: SentMail }
  | { readonly name: 'wrong-account'; readonly signedIn: CompletedSignIn };

export interface CompletedSignIn {
  readonly token: string;
  readonly accountId: string;
  readonly mergeToken?: string;
}

export interface SignInFormValues {
  readonly email: string;
  readonly wantsNews: boolean;
}

export interface SignInScreenControls {
  readonly go: (next: SignInStep, error?: SignInError) => void;
  readonly fail: (thrown: unknown) => void;
  /** A provider, or `email` for the form. */
  readonly setBusyWith: (provider: string) => void;
  readonly clearError: () => void;
  readonly setCovered: (isCovered: boolean) => void;
}
