/** `createOrder` becomes `CreateOrder`. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
