/** The query key of the player's tickets. */
export const ticketsKey = (session: number) => ['tickets', session] as const;
