import { useState } from 'react';
import type { JsonValue } from '#console/ui/form-schema.ts';

export type FormValues = Readonly<Record<string, JsonValue>>;

/** What is typed into a form. A newer version of the stored values resets the form. */
export function useFormValues(stored: unknown, version: string | undefined) {
  const [known, setKnown] = useState(version);
  const [values, setValues] = useState<FormValues>((stored ?? {}) as FormValues);
  if (known !== version) {
    setKnown(version);
    setValues((stored ?? {}) as FormValues);
  }
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored ?? {});
  return { values, setValues, isChanged };
}
