// Lists every platform. No other shared code names one.
export { fxid } from './fxid/platform.ts';
export { vkontakteplay } from './vkontakteplay/platform.ts';
export { odnoklassniki } from './odnoklassniki/platform.ts';
export { vkontaktecom } from './vkontaktecom/platform.ts';
export { yandexgames } from './yandexgames/platform.ts';
export { absolutegames } from './absolutegames/platform.ts';
export { kongregate } from './kongregate/platform.ts';
export { facebookgames } from './facebookgames/platform.ts';
export { crazygames } from './crazygames/platform.ts';
export { wizq } from './wizq/platform.ts';
export { telegram } from './telegram/platform.ts';
export { fxlauncher } from './fxlauncher/platform.ts';
export { fxnative } from './fxnative/platform.ts';
export { steam } from './steam/platform.ts';
export { facebookinstantgames } from './facebookinstantgames/platform.ts';
