// In the lab, demo operators sign in with a click.
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorRoles } from '#model/operator.ts';
import { signInLabOperator } from '#console/api.ts';
import { sessionQuery } from '#console/session.ts';
import { useAction } from '#console/ui/use-action.ts';

export function LabOperators() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signIn = useAction({
    run: signInLabOperator,
    onDone: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <section className="sign-in-lab" aria-labelledby="lab-title">
      <Text id="lab-title" c="dimmed" size="sm" mb="xs">
        {t('signIn.lab')}
      </Text>
      <div className="sign-in-lab-roles">
        {operatorRoles.map((role) => (
          <Button
            key={role}
            data-role={role}
            variant="default"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate(role)}
          >
            {t(`roles.${role}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
