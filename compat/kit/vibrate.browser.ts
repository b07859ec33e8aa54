/** False on devices and in browsers that can't. */
export const vibrate = (pattern: number | number[]): boolean =>
  typeof navigator.vibrate === 'function' && navigator.vibrate(pattern);
