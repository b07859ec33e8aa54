/** Whether a statement failed because a unique row is there already. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';
