// The platform of the player screen: connected on mount, disposed on unmount.
import i18next from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { apiClient, createSessionApiClient } from '#portal/api.ts';
import { loadScript } from '#portal/checkout/load-script.ts';
import { goToOtherSite, openTab } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';
import { useOpenModal, type OpenModal } from '#portal/shell/open-modal.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { defaultAdapter } from '#portal/shell/page-target.ts';
import { beginSession, endSession, isSignedIn, sessionToken } from '#portal/session-token.ts';
import { endOtherSession } from '#portal/sign-in/end-other-session.ts';
import { createStorage } from '#portal/storage.ts';
import { launchUrl, replaceLaunchUrl } from './launch-url.ts';
import { openLinksOnPlatform } from './open-links-on-platform.ts';
import { createPlatformSession, type PlatformSessionDeps } from './platform-session.ts';
import type { ConnectedPlatform } from './connected-platform.ts';
import { startPlatform, type StartPlatformDeps } from './start-platform.ts';

export type PlatformState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'ready'; readonly played: ConnectedPlatform }
  | { readonly phase: 'failed'; readonly error: unknown };

export function usePlatform(game: string, entry: PlatformEntry): PlatformState {
  const openModal = useOpenModal();
  // An effect event, so that the current `openModal` is used.
  const open: OpenModal = useEffectEvent((name, props) => openModal(name, props));
  const [state, setState] = useState<PlatformState>({ phase: 'connecting' });
  useEffect(() => {
    let isOver = false;
    const starting = start(game, entry, (name, props) => open(name, props));
    starting.then(
      (played) => (isOver ? undefined : setState({ phase: 'ready', played })),
      (error: unknown) => {
        log.warn(`${entry.title} could not be connected.`, error);
        if (!isOver) setState({ phase: 'failed', error });
      },
    );
    return () => {
      isOver = true;
      // A failed start was logged and has nothing to dispose.
      starting.then((played) => played.dispose()).catch(() => undefined);
    };
  }, [game, entry]);
  return state;
}

async function start(game: string, entry: PlatformEntry, openModal: OpenModal): Promise<ConnectedPlatform> {
  const session = createPlatformSession(sessionDeps(game, entry, openModal));
  const connected = await startPlatform(entry, {
    host: await hostOf(game, entry, openModal),
    calls: apiClient,
    authenticate: (login) => session.signIn(login),
    authenticateByLink: (login) => session.signInByLink(login),
    signOut: () => session.signOut(),
  });
  const { links } = connected.platform;
  const stopLinks = links && openLinksOnPlatform(links);
  const played: ConnectedPlatform = {
    ...connected,
    dispose: () => {
      stopLinks?.();
      connected.dispose();
    },
  };
  try {
    session.restoreGuest();
    // First, so that errors are shown in this language.
    await followLanguage(played.platform.language);
    await played.signIn();
    if (entry.startEvent !== undefined) trackEvent(entry.startEvent, { columns: { S1: game } });
    return runtimeConfig.lab ? { ...played, ...(await loadLabTools(runtimeConfig.lab)) } : played;
  } catch (error) {
    played.dispose();
    throw error;
  }
}

/** Our own platform needs no configuration, which saves a round trip. */
async function hostOf(game: string, entry: PlatformEntry, openModal: OpenModal): Promise<StartPlatformDeps['host']> {
  const config =
    entry.folder === defaultAdapter
      ? undefined
      : await apiClient.games.publicConfig({ Game: game, WebPublishingPlatform: entry.id });
  // The contract has one type per platform; an adapter is typed by its own manifest.
  const data = config?.PlatformData as Readonly<Record<string, unknown>> | undefined;
  const orientation = { Horizontal: 'landscape', Vertical: 'portrait', Unspecified: undefined } as const;
  return {
    game,
    title: config ? chooseLocalizedText(config.StorePage.Title, toLocale(i18next.language)) : game,
    data: data?.[entry.id],
    window,
    launchUrl: launchUrl(),
    orientation: orientation[config?.GameOrientation ?? 'Unspecified'],
    isSignedIn,
    loadScript: (address) => loadScript(address),
    language: () => toLocale(i18next.language),
    now: () => new Date(),
    showInfo: (text) => openModal('info', { title: entry.title, text }),
    replaceLaunch: replaceLaunchUrl,
    leave: (address) => goToOtherSite(address),
    openTab: (address) => openTab(address),
    reload: () => window.location.reload(),
    log: { warn: (text, detail) => log.warn(text, detail ?? '') },
  };
}

const sessionDeps = (game: string, entry: PlatformEntry, openModal: OpenModal): PlatformSessionDeps => ({
  entry,
  game,
  storage: createStorage(() => window.sessionStorage),
  authenticate: (login) =>
    apiClient.auth.authenticateFromSocial({
      Social: entry.id,
      Game: game,
      Locale: toLocale(i18next.language),
      ...login,
    }),
  token: sessionToken,
  begin: beginSession,
  end: endSession,
  drop: (token) => void endOtherSession(token),
  confirm: (token) => confirmSession(token, openModal),
});

async function loadLabTools(origins: readonly string[]): Promise<Pick<ConnectedPlatform, 'lab' | 'applyScenario'>> {
  const [{ createLabReporter }, { applyLabScenario }] = await Promise.all([
    import('./lab-reporter.ts'),
    import('./lab-scenario.ts'),
  ]);
  return { lab: createLabReporter(origins), applyScenario: (handlers) => applyLabScenario(handlers, launchUrl()) };
}

/** From the server: a link can't be trusted. */
async function confirmSession(token: string, openModal: OpenModal): Promise<boolean> {
  const { Name } = await createSessionApiClient(token).profile.get({});
  let isWanted = false;
  await openModal('confirm', {
    title: i18next.t('loginPages.handoff.title', { other: isolateTextDirection(Name) }),
    text: i18next.t('loginPages.handoff.text'),
    action: i18next.t('loginPages.switch.yes', { other: Name }),
    answer: ({ yes }) => (isWanted = yes),
  });
  return isWanted;
}

/** The platform's language, unless the URL names another. */
async function followLanguage(language: string | undefined): Promise<void> {
  const isAsked = launchUrl().searchParams.has('lang');
  if (language !== undefined && !isAsked) await i18next.changeLanguage(toLocale(language));
}
