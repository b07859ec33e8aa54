// Calls that are declared and not yet implemented. The server answers them with CallNotAvailable. The list only shrinks.
import type { Api } from './api.ts';

type CallName = { [A in keyof Api & string]: `${A}.${keyof Api[A] & string}` }[keyof Api & string];

export const pending = [
  'go.follow',
  'go.followByPost',
  'facebookgames.authenticate',
  'facebookinstantgames.purchase',
  'fxlauncher.activateKey',
  'fxlauncher.availableBranches',
  'fxlauncher.downloadDirect',
  'fxlauncher.download',
  'fxlauncher.requestDownload',
  'fxlauncher.manifest',
  'fxnative.validatePurchase',
  'fxnative.status',
  'wizq.proxyRequest',
  'bank131.paymentInfo',
  'bank131.tokenize',
  'bank131.payWithCard',
  'bank131.payWithSbp',
] as const satisfies readonly CallName[];

export type PendingCall = (typeof pending)[number];

/** Screens that have their address and their frame and not yet their content. The list only shrinks. */
export const pendingScreens = ['bankCard'] as const;

export type PendingScreen = (typeof pendingScreens)[number];
