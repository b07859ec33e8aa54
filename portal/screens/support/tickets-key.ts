/** Under which one's own requests are kept. */
export const ticketsKey = (session: number) => ['tickets', session] as const;
