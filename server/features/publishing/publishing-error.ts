/** Something about the game or its build that the person who publishes can put right. */
export class PublishingError extends Error {
  override readonly name = 'PublishingError';
}
