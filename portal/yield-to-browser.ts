/** Yields to the browser, so that scrolling and typing stay responsive during start-up. */
export const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
