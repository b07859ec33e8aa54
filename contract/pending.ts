// Calls that are declared and not yet implemented. The server answers them with CallNotAvailable. The list only shrinks.
import type { Api } from './api.ts';

type CallName = { [A in keyof Api & string]: `${A}.${keyof Api[A] & string}` }[keyof Api & string];

export const pending = [
  'analytics.track',
  'crossPlay.rules',
  'crossPlay.myQuests',
  'crossPlay.send',
  'crossPlay.dataConnections',
  'deliveries.pending',
  'deliveries.acknowledge',
  'documents.accept',
  'documents.accepted',
  'documents.listWithVersions',
  'documents.listLatestUnaccepted',
  'friends.get',
  'friends.sendInviteNotification',
  'friends.status',
  'games.webManifest',
  'go.follow',
  'go.followByPost',
  'play.chooseGame',
  'play.indexHtml',
  'play.build',
  'play.builds',
  'push.save',
  'store.storeData',
  'store.storeAvailability',
  'store.checkBuyProducts',
  'store.createOrder',
  'store.createPayment',
  'store.createPaymentWithRedirect',
  'store.continueRedirectWithPi',
  'store.getPaymentStatus',
  'store.merchantPaymentCompleted',
  'store.setOptimisticOrderStatus',
  'store.updateOrderPi',
  'support.sendMessage',
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
  'vkontaktecom.authenticateFromOpenApi',
  'wizq.proxyRequest',
  'yandexgames.purchase',
  'yandexgames.redeemBonus',
  'aghanim.status',
  'bank131.paymentInfo',
  'bank131.tokenize',
  'bank131.payWithCard',
  'bank131.payWithSbp',
] as const satisfies readonly CallName[];

export type PendingCall = (typeof pending)[number];

/** Screens that have their address and their frame and not yet their content. The list only shrinks. */
export const pendingScreens = [
  'player',
  'store',
  'continueWithPi',
  'storeReturn',
  'merchantPaymentCompleted',
  'bankCard',
  'document',
] as const;

export type PendingScreen = (typeof pendingScreens)[number];
