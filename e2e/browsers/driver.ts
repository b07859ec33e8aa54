// The browser operations that the smoke tests need, independent of the protocol.

export interface Driver extends AsyncDisposable {
  windows(): Promise<readonly string[]>;
  goTo(window: string, address: string): Promise<void>;
  /** Calls a function, passed as source text, with JSON arguments and returns its result. */
  call(place: FrameLocation, code: string, args: readonly unknown[]): Promise<unknown>;
  /** Clicks at a point. The point is given in both coordinate systems because each browser uses a different one. */
  clickAt(place: FrameLocation, point: { readonly inFrame: Point; readonly inPage: Point }): Promise<void>;
  pressKeys(place: FrameLocation, keys: readonly string[]): Promise<void>;
}

export interface FrameLocation {
  readonly window: string;
  /** Selectors of nested frames, outermost first; empty for the page itself. */
  readonly frames: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A mouse click in the format that both protocols share. */
export const buildClickActions = ({ x, y }: Point): object[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

export const buildKeyActions = (keys: readonly string[]): object[] => [
  {
    type: 'key',
    id: 'keyboard',
    actions: keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

/** Wraps a function so that it takes and returns JSON text, which both protocols pass in the same way. */
export const wrapWithJson = (code: string): string =>
  `function (args) { return JSON.stringify((${code})(...JSON.parse(args))) ?? 'null'; }`;
