// All foreign SDKs. One line each.
export { manifest as crazygames } from './crazygames/compat.ts';
export { manifest as fbinstant } from './fbinstant/compat.ts';
export { manifest as gamedistribution } from './gamedistribution/compat.ts';
export { manifest as gamemonetize } from './gamemonetize/compat.ts';
export { manifest as gamepush } from './gamepush/compat.ts';
export { manifest as kongregate } from './kongregate/compat.ts';
export { manifest as playgama } from './playgama/compat.ts';
export { manifest as poki } from './poki/compat.ts';
export { manifest as telegramwebapp } from './telegramwebapp/compat.ts';
export { manifest as vkbridge } from './vkbridge/compat.ts';
export { manifest as yandex } from './yandex/compat.ts';
