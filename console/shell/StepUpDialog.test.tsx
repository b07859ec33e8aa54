import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#console/api.ts';
import { fakeApi, FakeProblem } from '#console/testing/fake-api.ts';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import { StepUpDialog } from './StepUpDialog.tsx';

const session = fakeSession('owner');
const remove = () => api.operatorAdmin.remove({ OperatorId: '00000000-0000-4000-8000-000000000002', Reason: 'left' });

function typeCode(code: string): void {
  const inputs = screen.getAllByRole('textbox');
  for (const [index, digit] of code.split('').entries()) {
    const input = inputs[index];
    if (input) fireEvent.change(input, { target: { value: digit } });
  }
}

describe('a call that needs a fresh second factor', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is repeated once the factor is proved; calls at the same time share one dialog', async () => {
    let isProved = false;
    const calls = fakeApi({
      'POST /operator/operators/remove': () => {
        if (!isProved) throw new FakeProblem(403, 'StepUpRequired');
        return { Success: true };
      },
      'POST /console/prove_code': ({ body }) => {
        if (body['Code'] !== '123456') throw new FakeProblem(401, 'ProofRefused');
        isProved = true;
        return session;
      },
    });
    render(<StepUpDialog />, { session });
    const both = Promise.all([remove(), remove()]);
    await screen.findByText("Confirm that it's you");
    typeCode('000000');
    await screen.findByText('That was not accepted. Try again.');
    typeCode('123456');
    await expect(both).resolves.toEqual([{ Success: true }, { Success: true }]);
    expect(calls.filter(({ name }) => name === 'POST /operator/operators/remove')).toHaveLength(4);
    await waitFor(() => expect(screen.queryByText("Confirm that it's you")).toBeNull());
  });

  it('fails if the operator closes the dialog', async () => {
    fakeApi({
      'POST /operator/operators/remove': () => {
        throw new FakeProblem(403, 'StepUpRequired');
      },
    });
    render(<StepUpDialog />, { session });
    const failed = expect(remove()).rejects.toMatchObject({ code: 'StepUpRequired' });
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await failed;
  });
});
