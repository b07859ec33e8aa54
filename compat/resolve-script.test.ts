import { describe, expect, it } from 'vitest';
import { resolveScript } from './resolve-script.ts';

const page = {
  file: '/sdk/compat/other.js',
  scripts: [{ address: 'cdn.other.example/*/sdk.2.js', version: '2' }],
  root: '/',
};
const resolve = (address: string) => resolveScript(address, page, 'https://game.example/');

describe('an address with an asterisk', () => {
  it.each(['en_US', 'v1.2.3', 'latest-beta'])('matches %s, which stays in the address of our program', (part) => {
    expect(resolve(`https://cdn.other.example/${part}/sdk.2.js`)).toBe(
      `/sdk/compat/other.js?v=2&for=cdn.other.example/${part}/sdk.2.js`,
    );
  });

  it.each([
    'https://cdn.other.example/a/b/sdk.2.js',
    'https://cdn.other.example//sdk.2.js',
    'https://cdn.other.example/en_US/sdkx2.js',
    'https://cdn.other.example/en_US/sdk.2.js.map',
    'https://cdn.other.example.evil.example/en_US/sdk.2.js',
    'https://cdn.other.example/"onload="/sdk.2.js',
    'https://cdn.other.example/a&v=3/sdk.2.js',
  ])('does not match %s', (address) => expect(resolve(address)).toBeUndefined());
});
