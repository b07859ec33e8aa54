// Stands for a copy of the vendor's script of an early version, which replaces the global.
window.isCopyLoaded = true;
window.bridge = {
  INTERSTITIAL_STATE: { OPENED: 'opened' },
  advertisement: {},
  platform: { id: 'mock' },
  initialize: () => Promise.resolve(),
};
