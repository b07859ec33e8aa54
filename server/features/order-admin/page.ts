/** A page of a list: `before` is the cursor of the page before. */
export interface Page {
  readonly before: string | undefined;
  readonly limit: number;
}

export const defaultPageLimit = 50;
