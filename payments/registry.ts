// All payment providers. No other file lists them.
export { xsolla } from './xsolla/provider.ts';
export { yookassa } from './yookassa/provider.ts';
export { stripe } from './stripe/provider.ts';
export { moneymailru } from './moneymailru/provider.ts';
export { aghanim } from './aghanim/provider.ts';
export { bank131 } from './bank131/provider.ts';
export { facebookpay } from './facebookpay/provider.ts';
