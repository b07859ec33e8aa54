import type { PlayerInfo } from '../bridge/shapes.ts';

export const anonymousPlayer: PlayerInfo = {
  game: '',
  sdk: { version: { major: 1, minor: 5 }, build: '190' },
  environment: { os: '', isMobile: false, safeArea: { left: 0, right: 0, top: 0, bottom: 0 } },
  fxId: {
    userId: '',
    marketingEnabled: false,
    locale: 'en',
    gameUid: '',
    guest: true,
    hasEmail: false,
    emailValidated: false,
    hasCompletedOrder: false,
  },
  social: {
    social: '',
    paymentsAvailable: false,
    userId: '',
    displayName: '',
    firstName: '',
    lastName: '',
    gender: 'unspecified',
    capabilities: [],
  },
};
