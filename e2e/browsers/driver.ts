// What the smoke set needs of a browser, whichever protocol drives it.

export interface Driver extends AsyncDisposable {
  /** Ids of the open windows and tabs. */
  windows(): Promise<readonly string[]>;
  /** Until the page is loaded. */
  goTo(window: string, address: string): Promise<void>;
  /** Calls a function, given as its text, with arguments of plain data, and gives what it returns. */
  call(place: Place, code: string, args: readonly unknown[]): Promise<unknown>;
  /** Presses the mouse at a point, which is given twice: a browser takes either the frame's or the page's. */
  clickAt(place: Place, point: { readonly inFrame: Point; readonly inPage: Point }): Promise<void>;
  /** Presses keys, one after the other, in what has the focus there. */
  pressKeys(place: Place, keys: readonly string[]): Promise<void>;
}

export interface Place {
  readonly window: string;
  /** Selectors of frames, the outermost first; none for the page itself. */
  readonly frames: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A press of the mouse, as both protocols write it. */
export const clickActions = ({ x, y }: Point): object[] => [
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

/** Presses of keys, as both protocols write them. */
export const keyActions = (keys: readonly string[]): object[] => [
  {
    type: 'key',
    id: 'keyboard',
    actions: keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

/** The function as one that takes and gives text: values of a page then look alike in both protocols. */
export const asTextFunction = (code: string): string =>
  `function (args) { return JSON.stringify((${code})(...JSON.parse(args))) ?? 'null'; }`;
