export function isLabBuilt(root: string): boolean;
