/** Lets the browser do what it has to: somebody may scroll or type while the page starts. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
