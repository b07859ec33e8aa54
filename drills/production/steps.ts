// Steps of a drill: each is reported with its result. After a failed step the rest of its group is skipped.

export interface StepResult {
  readonly step: string;
  readonly fault: string | undefined;
  readonly ms: number;
}

export type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;

export interface Steps {
  group(act: (step: Step) => Promise<void>): Promise<void>;
}

const limitMs = 120_000;

export function createSteps(tell: (ended: StepResult) => void): Steps {
  return {
    async group(act) {
      try {
        await act((step, work) => perform(step, work, tell));
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
      }
    },
  };
}

class StepFailed extends Error {}

async function perform<T>(step: string, work: () => Promise<T>, tell: (ended: StepResult) => void): Promise<T> {
  const begun = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms.`)), limitMs);
  const end = (fault: string | undefined) => tell({ step, fault, ms: Math.round(performance.now() - begun) });
  try {
    const result = await Promise.race([work(), late]);
    end(undefined);
    return result;
  } catch (error) {
    end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw new StepFailed(step);
  } finally {
    clearTimeout(timer);
  }
}
