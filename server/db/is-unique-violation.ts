export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505';
