// The steps of signing in and what leads from one to the next: `email`, then `robot`, then `mail`, then `done`. A failed call
// or robot check leads back to `email`, with its error; where the server wants another robot check, that one comes first.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import type { BrowserHalf, SignInOutcome } from '#identities/port.browser.ts';
import { safePath } from '#model/safe-destination.ts';
import { client } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { sessionToken } from '#portal/session-token.ts';
import { beginSession, isSignedIn } from '#portal/shell/session.ts';
import { askedCheck } from '#portal/signin/asked-check.ts';
import { dropSession } from '#portal/signin/drop-session.ts';
import { login, type LoginParts, type LoginRequest, type SentMail } from '#portal/signin/login.ts';
import { forgetMailHandle, keepMailHandle } from '#portal/signin/mail-handle.ts';
import { signInError, type SignInError } from '#portal/signin/sign-in-error.ts';
import { signInWays } from '#portal/signin/sign-in-ways.ts';
import type { AccountToProve } from './account-to-prove.ts';
import { createSignInLife } from './sign-in-life.ts';
import { useProofElsewhere } from './use-proof-elsewhere.ts';
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts';

export interface SignInProps {
  /** The game that one signs in for. */
  game?: string | undefined;
  /** Why one is asked to, as text to show. */
  reason?: string | undefined;
  /** The page that the link of the mail leads to, as the router names it. */
  from?: string | undefined;
  addToAccount?: boolean | undefined;
  /** The person of the session proves again that he is this one. */
  prove?: AccountToProve | undefined;
  /** Only these addresses. */
  emails?: readonly string[] | undefined;
  /** Only these providers; the portal's own list unless it is given. */
  allowedProviders?: readonly string[] | undefined;
  /** How long the modal stays after signing in by mail, so that one sees that it worked. */
  emailTimeoutMs?: number | undefined;
  /** Opened by the address: for somebody who is signed in there is nothing to do. */
  byAddress?: boolean | undefined;
  onSignedIn?: ((accountId: string) => void) | undefined;
  close: () => void;
}

export type Step =
  | { readonly name: 'email' | 'done' }
  | { readonly name: 'robot'; readonly action: string }
  | { readonly name: 'mail'; readonly mail: SentMail }
  /** Somebody else than who had to be proved. */
  | { readonly name: 'another'; readonly signedIn: SignedIn };

export interface SignedIn {
  readonly token: string;
  readonly accountId: string;
  readonly mergeToken?: string;
}

interface Filled {
  readonly email: string;
  readonly wantsNews: boolean;
}

export function useSignInSteps(props: SignInProps) {
  const { game, addToAccount, prove, emailTimeoutMs = usualEmailTimeoutMs, onSignedIn, close } = props;
  const { i18n } = useTranslation();
  const redirectUri = useRedirectUri(props.from);
  const openModal = useOpenModal();
  const [step, setStep] = useState<Step>({ name: 'email' });
  const [error, setError] = useState<SignInError>();
  const [busyWith, setBusyWith] = useState<string>();
  const [isMerging, setMerging] = useState(false);
  const [life] = useState(createSignInLife);
  const [tokenBefore] = useState(sessionToken);
  useEffect(() => life.begin(), [life]);
  useEffect(() => pushToDataLayer('site_login_modal_opened', game === undefined ? {} : { game }), [game]);
  useSignInElsewhere(life, { onSignedIn, close });
  useEffect(() => {
    if (props.byAddress === true && isSignedIn()) close();
    // oxlint-disable-next-line react/exhaustive-deps -- Only when it opens: whoever signs in by it is shown that it worked.
  }, []);

  const go = (next: Step, withError?: SignInError): void => {
    setBusyWith(undefined);
    setError(withError);
    setStep(next);
  };
  const fail = (thrown: unknown): void => {
    log.warn('Signing in failed.', thrown);
    const isForeign = prove && thrown instanceof ApiError && thrown.code === 'SignInAgain';
    go({ name: 'email' }, isForeign ? { key: 'signInModal.errors.notThisAccount' } : signInError(thrown));
  };
  useProofElsewhere(life, prove !== undefined, {
    onToken: (signedIn) => {
      if (signedIn.accountId !== prove?.accountId) return go({ name: 'another', signedIn });
      onSignedIn?.(signedIn.accountId);
      if (life.isOpen()) close();
    },
    close,
  });
  const request = (provider: string, { wantsNews }: Filled): LoginRequest => ({
    provider,
    game,
    addToAccount,
    redirectUri,
    locale: i18n.language,
    marketingEnabled: wantsNews,
  });

  const begin = (token: string): void => {
    life.claimSession();
    life.noteToken(token);
    beginSession(token);
  };

  const finish = async (signedIn: SignedIn, method: string): Promise<void> => {
    const { token, accountId, mergeToken } = signedIn;
    // Nothing that this account was asked to confirm may be done to another one.
    if (prove && accountId !== prove.accountId && mergeToken === undefined) return go({ name: 'another', signedIn });
    begin(token);
    pushToDataLayer('login', { method, accountId });
    if (method === 'email') {
      forgetMailHandle();
      if (emailTimeoutMs > 0) {
        go({ name: 'done' });
        await new Promise((resolve) => setTimeout(resolve, emailTimeoutMs));
      }
    }
    if (mergeToken !== undefined && life.isOpen()) {
      setMerging(true);
      await openModal('merge', { mergeToken });
    }
    onSignedIn?.(accountId);
    // Closing is a step back in the history: whoever has gone back already must not go further.
    if (life.isOpen()) close();
  };

  const takeOutcome = async (provider: string, outcome: SignInOutcome, filled: Filled): Promise<void> => {
    if (!life.isOpen()) return;
    if (outcome.outcome !== 'proved') return fail(new Error(outcome.message));
    setBusyWith(provider);
    try {
      const result = await login({ ...request(provider, filled), payload: outcome.login }, loginParts);
      if (result.outcome === 'signedIn') await finish(result, provider);
    } catch (thrown) {
      fail(thrown);
    }
  };

  const signInWith = async (provider: string, half: BrowserHalf, filled: Filled): Promise<void> => {
    setError(undefined);
    setBusyWith(provider);
    try {
      // Before anything is awaited, for the window has to be opened in the click.
      const signing = half.signIn(provider, signInWays[provider]?.options, life.host());
      await takeOutcome(provider, await signing, filled);
    } catch (thrown) {
      fail(thrown);
    }
  };

  const sendMail = async (captcha: string, filled: Filled): Promise<void> => {
    setBusyWith('email');
    try {
      const result = await login({ ...request('email', filled), email: filled.email, captcha }, loginParts);
      if (result.outcome !== 'mailSent' || !life.isOpen()) return;
      if (result.mail.handle !== undefined) keepMailHandle(result.mail.handle);
      go({ name: 'mail', mail: result.mail });
    } catch (thrown) {
      const action = askedCheck(thrown);
      const wasPassed = step.name === 'robot' && step.action === action;
      if (action === undefined || wasPassed) fail(thrown);
      else go({ name: 'robot', action });
    }
  };

  /** Back to who one was. */
  const stay = ({ token }: SignedIn): void => {
    if (tokenBefore !== undefined && sessionToken() !== tokenBefore) begin(tokenBefore);
    void dropSession(token);
    go({ name: 'email' });
  };
  const change = ({ token, accountId }: SignedIn): void => {
    begin(token);
    onSignedIn?.(accountId);
    close();
  };

  const act = {
    stay,
    change,
    goToEmail: () => go({ name: 'email' }),
    goToRobot: () => go({ name: 'robot', action: usualCheck }),
    failRobot: () => fail(new Error('Robot check error. Try again.')),
    fail,
    finish,
    sendMail: (captcha: string, filled: Filled) => void sendMail(captcha, filled),
    signInWith: (provider: string, half: BrowserHalf, filled: Filled) => void signInWith(provider, half, filled),
    takeOutcome: (provider: string, outcome: SignInOutcome, filled: Filled) =>
      void takeOutcome(provider, outcome, filled),
  };
  return { step, error, busyWith, isMerging, act };
}

const usualEmailTimeoutMs = 1000;
/** What the robot check before a mail is drawn for, unless the server asks for another. */
const usualCheck = 'email_login';

const loginParts: LoginParts = {
  ways: signInWays,
  // The key of the login block is known at run time only; the server checks the block.
  authenticate: (body) => client.auth.authenticateToFxid(body as Parameters<typeof client.auth.authenticateToFxid>[0]),
  sendMail: (body) => client.invite.emailInvite(body),
};

/** The address of a page as a link of ours can name it, with the base path and the hash where they belong. */
function useRedirectUri(from: string | undefined): string | undefined {
  const href = useHref(from ?? '/');
  if (from === undefined) return undefined;
  const { pathname, search, hash } = new URL(href, window.location.href);
  return safePath(pathname + search + hash, window.location.origin);
}
