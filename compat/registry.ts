// All foreign SDKs. One line each.
export { manifest as crazygames } from './crazygames/compat.ts';
