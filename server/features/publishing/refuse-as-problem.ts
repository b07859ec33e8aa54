import { Problem } from '#model/problem.ts';
import { PublishingError } from './publishing-error.ts';

/** In the console, what an operator can put right is a rejected request; nobody there can run a command. */
export async function refuseAsProblem<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PublishingError) throw new Problem('InvalidRequest', withoutCommands(error.message));
    throw error;
  }
}

const withoutCommands = (message: string): string =>
  message
    .split(/(?<=[.!?:])\s+/)
    .filter((sentence) => !sentence.includes('npm run'))
    .join(' ')
    .replace(/ (?:To [^.]*|See which there are|Upload one):$/, '');
