import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#contract/api-error.ts';

export interface FormOptions<Name extends string> {
  readonly errors?: Readonly<Partial<Record<Name, string | undefined>>>;
  /** The error of the last call. A problem that names a field is shown at that field. */
  readonly failure?: unknown;
  /** For `failure`: each field's name in the contract, and the text to show. */
  readonly refusals?: Readonly<Partial<Record<Name, { readonly field: string; readonly error: string }>>>;
  /** Another submit is ignored. */
  readonly isBusy?: boolean;
  /** Shows errors while the player types, not only after the first submit. */
  readonly isEager?: boolean;
  readonly send: () => void;
}

/**
 * Shows errors at their fields, focuses the first invalid field after a submit, and prevents a second submit while one
 * is under way.
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
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        submit();
      },
    },
    field: (name: Name): { error?: string } => {
      const error = (isShown ? errors[name] : undefined) ?? refusalOf(name);
      return error === undefined ? {} : { error };
    },
    /** Whether `failure` is already shown at a field. */
    isRefusedField: (Object.keys(refusals ?? {}) as Name[]).some((name) => refusalOf(name) !== undefined),
    /** For another button that submits the form. */
    submit,
  };
}
