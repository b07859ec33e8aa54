/** `createOrder` becomes `CreateOrder`. */
export const toPascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
