// What the simulated page of Yandex Games does for the script, in the order of the platform's documents.
import type { SimulatedStage } from '../simulator-port.browser.ts';
import { purchase } from './simulator-purchase.browser.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type Handlers = Readonly<Record<string, (params: Fields) => unknown>>;

/** @param pause tells the game that something lies over it, and that it is gone */
export function createHandlers(stage: SimulatedStage, pause: (isPaused: boolean) => void): Handlers {
  const { situation, player } = stage;
  let person: Who = {
    id: player.id,
    firstName: player.firstName,
    lastName: player.lastName,
    language: situation.language,
    isGuest: player.isGuest,
  };
  let isReviewed = false;
  let hasBanner = false;
  const banner = (isWanted: boolean): object => {
    if (situation.ad === 'no-fill') return { stickyAdvIsShowing: false, reason: 'ADV_IS_NOT_CONNECTED' };
    hasBanner = isWanted;
    stage.banner(isWanted ? 'bottom' : undefined);
    return { stickyAdvIsShowing: hasBanner };
  };
  const canReview = (): { value: boolean; reason?: string } => {
    if (person.isGuest) return { value: false, reason: 'NO_AUTH' };
    return isReviewed ? { value: false, reason: 'REVIEW_ALREADY_REQUESTED' } : { value: true };
  };
  /** What lies over the game pauses it. */
  const over = async <T>(shown: () => Promise<T>): Promise<T> => {
    pause(true);
    try {
      return await shown();
    } finally {
      pause(false);
    }
  };
  const agrees = async (title: string, text: string, yes: string): Promise<boolean> => {
    const answers = [
      { name: 'yes', title: yes },
      { name: 'no', title: 'Close' },
    ];
    return (await over(() => stage.ask({ title, text, answers }))) === 'yes';
  };
  const of = ({ app }: Fields): object => ({ app, playerId: person.id });
  return {
    init: () => ({
      environment: {
        app: { id: 'simulated' },
        i18n: { lang: situation.language, tld: 'com' },
        browser: { lang: situation.language },
        payload: null,
      },
      device: situation.device === 'phone' ? 'mobile' : 'desktop',
    }),
    player: async () => ({
      ...((await stage.fetch('/web/player', { ...person, isExpired: situation.proof === 'expired' })) as object),
      isAuthorized: !person.isGuest,
    }),
    signIn: async () => {
      if (!person.isGuest) return {};
      if (!(await agrees('Sign in to Yandex', 'Your progress is then kept.', 'Sign in'))) throw new Error('Closed');
      // Whoever signs in is somebody else to the game.
      person = { ...person, id: `${player.id}7`, firstName: 'Sasha', lastName: 'Ivanova', isGuest: false };
      return {};
    },

    catalogue: (params) => stage.fetch('/web/catalogue', of(params)),
    purchase: (params) => over(() => purchase(stage, of(params), params)),
    purchases: (params) => stage.fetch('/web/purchases', of(params)),
    consume: ({ token, ...params }) => stage.fetch('/web/consume', { ...of(params), token }),

    hasAd: () => situation.ad !== 'no-fill',
    ad: ({ kind }) => over(() => adEnd(stage, String(kind))),
    bannerStatus: () => ({ stickyAdvIsShowing: hasBanner }),
    showBanner: () => banner(true),
    hideBanner: () => banner(false),

    canReview,
    requestReview: async () => {
      const { value, reason = '' } = canReview();
      if (!value) throw new Error(reason);
      isReviewed = true;
      return { feedbackSent: await agrees('Rate the game', 'How do you like it?', 'Five stars') };
    },
    canShowPrompt: () => ({ canShow: true }),
    showPrompt: async () => ({
      outcome: (await agrees('Add a shortcut?', 'The game gets an icon.', 'Add')) ? 'accepted' : 'rejected',
    }),
    writeText: ({ text }) => stage.notify(`Copied: ${String(text)}`),
    orientation: ({ orientation }) => stage.notify(`The screen is locked: ${String(orientation)}`),
    fullscreen: () => ({}),
    loadingReady: () => ({}),
    gameplayStart: () => ({}),
    gameplayStop: () => ({}),
  };
}

interface Who {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: string;
  readonly isGuest: boolean;
}

function adEnd(stage: SimulatedStage, kind: string): Promise<string> {
  const { ad } = stage.situation;
  if (ad !== 'ask') return Promise.resolve(ad);
  return stage.ask({
    title: 'An advertisement',
    text: kind === 'video' ? 'A video with a reward would be here.' : 'It would be shown between two rounds.',
    answers: [
      { name: 'finished', title: 'Watch to the end' },
      { name: 'no-fill', title: 'There is none' },
      { name: 'skipped', title: 'Skip' },
    ],
  });
}
