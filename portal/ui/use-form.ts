import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#contract/api-error.ts';

export interface FormOptions<Name extends string> {
  /** What is wrong with the fields as they are now, as it is shown. */
  readonly errors?: Readonly<Partial<Record<Name, string | undefined>>>;
  /** What the last call threw. A problem that names a field is shown at that field. */
  readonly failure?: unknown;
  /** For `failure`: each field's name in the contract, and what to show there. */
  readonly refusals?: Readonly<Partial<Record<Name, { readonly field: string; readonly error: string }>>>;
  /** It is being sent: it is not sent again. */
  readonly isBusy?: boolean;
  /** Errors are shown while the user types, and not only after the first try to send. */
  readonly isEager?: boolean;
  readonly send: () => void;
}

/**
 * What forms have in common: errors at their fields, the focus on the first wrong field after a try to send, and no second submit
 * while one is under way.
 */
export function useForm<Name extends string = never>(options: FormOptions<Name>) {
  const { errors = {} as NonNullable<typeof options.errors>, failure, refusals, isBusy = false, send } = options;
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  const isShown = options.isEager === true || tries > 0;
  useEffect(() => {
    if (tries > 0 || failure instanceof ApiError)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, failure]);

  const refusalOf = (name: Name): string | undefined => {
    const refusal = refusals?.[name];
    return refusal && failure instanceof ApiError && refusal.field in failure.fields ? refusal.error : undefined;
  };
  const submit = (act: () => void = send): void => {
    if (isBusy) return;
    setTries((before) => before + 1);
    if (Object.values(errors).every((error) => error === undefined)) act();
  };
  return {
    /** For the `form` element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        submit();
      },
    },
    /** For a `Field`. */
    field: (name: Name): { error?: string } => {
      const error = (isShown ? errors[name] : undefined) ?? refusalOf(name);
      return error === undefined ? {} : { error };
    },
    /** Whether `failure` is shown at a field already. */
    isRefusedField: (Object.keys(refusals ?? {}) as Name[]).some((name) => refusalOf(name) !== undefined),
    /** For another button that sends the form. */
    submit,
  };
}
