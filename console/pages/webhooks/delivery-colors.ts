export const deliveryColors = { pending: 'yellow', acknowledged: 'teal', dead: 'red', dropped: 'gray' } as const;
