import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import type { BrowserAdapter, SignInOutcome } from '#identities/port.browser.ts';
import { safePath } from '#model/safe-destination.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { requestDocumentConsent } from '#portal/modals/documents/request-document-consent.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { sessionToken } from '#portal/session-token.ts';
import { isSignedIn } from '#portal/session.ts';
import { login, type LoginDeps, type LoginRequest } from '#portal/sign-in/login.ts';
import { signInError, type SignInError } from '#portal/sign-in/sign-in-error.ts';
import { signInMethods } from '#portal/sign-in/sign-in-methods.ts';
import type { AccountToProve } from './account-to-prove.ts';
import { switchAccount, finishSignIn, restorePreviousSession, type FinishSignInDeps } from './finish-sign-in.ts';
import { createSignInModalState } from './sign-in-modal-state.ts';
import type { SignInFormValues, CompletedSignIn, SignInScreenControls, SignInStep } from './sign-in-step.ts';
import { requestSignInMail, signInWithProvider, logInWithProof, type SignInAttemptDeps } from './try-sign-in.ts';
import { useProofInOtherTab } from './use-proof-in-other-tab.ts';
import { useSignInInOtherTab } from './use-sign-in-in-other-tab.ts';

export interface SignInModalProps {
  game?: string | undefined;
  reason?: string | undefined;
  /** The page that the mail's link opens, as a router path. */
  from?: string | undefined;
  addToAccount?: boolean | undefined;
  prove?: AccountToProve | undefined;
  emails?: readonly string[] | undefined;
  allowedProviders?: readonly string[] | undefined;
  /** How long the modal stays open after an email sign-in, to show the success. */
  emailTimeoutMs?: number | undefined;
  byAddress?: boolean | undefined;
  onSignedIn?: ((accountId: string) => void) | undefined;
  close: () => void;
}

export function useSignInSteps(props: SignInModalProps) {
  const { game, prove, addToAccount, emailTimeoutMs = defaultEmailTimeoutMs, onSignedIn, close } = props;
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const createRequest = useLoginRequest(props);
  const { screen, ...shown } = useScreen(prove);
  const [state] = useState(createSignInModalState);
  const [tokenBefore] = useState(sessionToken);
  useEffect(() => state.begin(), [state]);
  useOpening(props);
  useSignInInOtherTab(state, { onSignedIn, close });
  useProofInOtherTab(state, prove !== undefined, {
    onToken: (signedIn) => {
      if (signedIn.accountId !== prove?.accountId) return screen.go({ name: 'wrong-account', signedIn });
      onSignedIn?.(signedIn.accountId);
      if (state.isOpen()) close();
    },
    close,
  });
  const ending: FinishSignInDeps = {
    state,
    screen,
    accountToProve: prove?.accountId,
    emailTimeoutMs,
    merge: (mergeToken) => openModal('merge', { mergeToken }),
    // A player who is already signed in is not a new player.
    acceptDocuments:
      prove || addToAccount
        ? undefined
        : (onAsk) => requestDocumentConsent(openModal, { game, decline: t('profile.signOut'), onAsk }),
    onSignedIn,
    close,
  };
  const finish = (signedIn: CompletedSignIn, method: string) => finishSignIn(ending, signedIn, method);
  const trying: SignInAttemptDeps = { state, screen, login: (request) => login(request, loginDeps), finish };
  const act = {
    stay: (signedIn: CompletedSignIn) => restorePreviousSession(ending, signedIn, tokenBefore),
    change: (signedIn: CompletedSignIn) => switchAccount(ending, signedIn),
    goToEmail: () => screen.go({ name: 'email' }),
    showCaptcha: () => screen.go({ name: 'captcha', action: defaultCheck }),
    failCaptcha: () => screen.fail(new Error('Robot check error. Try again.')),
    fail: screen.fail,
    finish,
    sendMail: (captcha: string, filled: SignInFormValues) =>
      void requestSignInMail(trying, { ...createRequest('email', filled), email: filled.email, captcha }, shown.step),
    signInWith: (provider: string, adapter: BrowserAdapter, filled: SignInFormValues) =>
      void signInWithProvider(trying, adapter, createRequest(provider, filled)),
    handleSignInOutcome: (provider: string, outcome: SignInOutcome, filled: SignInFormValues) =>
      void logInWithProof(trying, outcome, createRequest(provider, filled)),
  };
  return { ...shown, act };
}

const defaultEmailTimeoutMs = 1000;
/** The captcha's default action before a mail; the server may require another. */
const defaultCheck = 'email_login';

const loginDeps: LoginDeps = {
  methods: signInMethods,
  // The key of the login block is known only at run time; the server validates the block.
  authenticate: (body) =>
    apiClient.auth.authenticateToFxid(body as Parameters<typeof apiClient.auth.authenticateToFxid>[0]),
  sendMail: (body) => apiClient.invite.emailInvite(body),
};

function useScreen(prove: AccountToProve | undefined) {
  const [step, setStep] = useState<SignInStep>({ name: 'email' });
  const [error, setError] = useState<SignInError>();
  const [busyWith, setBusyWith] = useState<string>();
  const [isCovered, setCovered] = useState(false);
  const go: SignInScreenControls['go'] = (next, withError) => {
    setBusyWith(undefined);
    setError(withError);
    setStep(next);
  };
  const fail = (thrown: unknown): void => {
    log.warn('Signing in failed.', thrown);
    const isForeign = prove && thrown instanceof ApiError && thrown.code === 'SignInAgain';
    go({ name: 'email' }, isForeign ? { key: 'signInModal.errors.notThisAccount' } : signInError(thrown));
  };
  const screen: SignInScreenControls = { go, fail, setBusyWith, clearError: () => setError(undefined), setCovered };
  return { step, error, busyWith, isCovered, screen };
}

function useOpening({ game, byAddress, close }: SignInModalProps): void {
  useEffect(() => pushToDataLayer('site_login_modal_opened', game === undefined ? {} : { game }), [game]);
  useEffect(() => {
    if (byAddress === true && isSignedIn()) close();
    // oxlint-disable-next-line react/exhaustive-deps -- Only when it opens: a player who signs in through it sees the confirmation.
  }, []);
}

function useLoginRequest({ game, addToAccount, from }: SignInModalProps) {
  const { i18n } = useTranslation();
  const redirectUri = useRedirectUri(from);
  return (provider: string, { wantsNews }: SignInFormValues): LoginRequest => ({
    provider,
    game,
    addToAccount,
    redirectUri,
    locale: i18n.language,
    marketingEnabled: wantsNews,
  });
}

/** With the base path or the hash that the router uses. */
function useRedirectUri(from: string | undefined): string | undefined {
  const href = useHref(from ?? '/');
  if (from === undefined) return undefined;
  const { pathname, search, hash } = new URL(href, window.location.href);
  return safePath(pathname + search + hash, window.location.origin);
}
