import Box from '@mui/material/Box';
import { Controller, useController, type UseFormReturn } from 'react-hook-form';
import { RadioField } from '../../kit/fields/RadioField.tsx';
import { MethodChoice } from '../MethodChoice.tsx';
import { linkInputOf, type LinkFields } from './link-form.ts';

const ways: readonly (readonly [LinkFields['how'], string, string])[] = [
  ['choose', 'Let the customer choose', 'The page offers every available method for this amount.'],
  ['fixed', 'Fixed method', 'The customer pays by this method and no other.'],
  ['suggest', 'Suggest a method', 'This method is chosen already; the customer may switch to another.'],
];

type MethodFieldsProps = { readonly form: UseFormReturn<LinkFields>; readonly profileName: string };

/** How the payment method is chosen; with a method, the gateway's offers for the amount. */
export function MethodFields({ form, profileName }: MethodFieldsProps) {
  const { control, watch } = form;
  const fields = watch();
  const method = useController({ control, name: 'paymentMethodCode' });
  const operator = useController({ control, name: 'paymentOperatorCode' });
  const { money } = linkInputOf(fields, profileName);
  return (
    <Box>
      <Controller
        control={control}
        name="how"
        render={({ field }) => (
          <RadioField {...field} label="How the customer pays" isUnlabelled choices={ways} />
        )}
      />
      {fields.how === 'choose' ? null : (
        <Box sx={{ marginTop: 2 }}>
          <MethodChoice
            profileName={profileName}
            kind="payin"
            money={money}
            method={method}
            operator={operator}
          />
        </Box>
      )}
    </Box>
  );
}
