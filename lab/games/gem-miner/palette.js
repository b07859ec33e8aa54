// Colours of the mine. Each layer has rock (light, base, dark), the wall behind it, and its haze.

export const LAYER_COLOURS = [
  { light: '#b07a4c', base: '#7d4f31', dark: '#4c2d20', back: '#2a1814', speck: '#d39a63' },
  { light: '#c08a3e', base: '#8f5c2c', dark: '#57341f', back: '#2b1a15', speck: '#f0bd67' },
  { light: '#6d7ba6', base: '#475379', dark: '#2a3150', back: '#171a2c', speck: '#93a4d6' },
  { light: '#75588f', base: '#4c3868', dark: '#2b2043', back: '#180f28', speck: '#a380c9' },
  { light: '#2f8f96', base: '#1e5c6b', dark: '#123849', back: '#0a1c2a', speck: '#5fe0d6' },
];

export const GEM_COLOURS = {
  amber: { light: '#ffe9a8', base: '#ffb02e', dark: '#c76a00', glow: '255,176,46' },
  emerald: { light: '#c8ffd9', base: '#2ee07f', dark: '#0c8a4c', glow: '46,224,127' },
  sapphire: { light: '#cfe4ff', base: '#4a8dff', dark: '#1c46c4', glow: '74,141,255' },
  ruby: { light: '#ffd0d8', base: '#ff4568', dark: '#a80f3a', glow: '255,69,104' },
  diamond: { light: '#ffffff', base: '#b9f3ff', dark: '#5fb4d8', glow: '170,240,255' },
  heart: { light: '#fff0ff', base: '#ff6bd6', dark: '#a021b5', glow: '255,107,214' },
};
