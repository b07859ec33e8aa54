// All foreign SDKs. One line each.
export { manifest as crazygames } from './crazygames/compat.ts';
export { manifest as poki } from './poki/compat.ts';
export { manifest as yandex } from './yandex/compat.ts';
