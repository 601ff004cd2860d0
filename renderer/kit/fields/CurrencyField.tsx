import { useKnownCodes } from '../../queries/reference.ts';
import { CodeField, type CodeFieldProps } from './CodeField.tsx';

type CurrencyFieldProps = Omit<CodeFieldProps, 'label' | 'codes'> & { readonly profileName: string | null };

/** A field for a currency code; it suggests those of the profile's gateway. */
export function CurrencyField({ profileName, width = 120, ...field }: CurrencyFieldProps) {
  const { codes } = useKnownCodes(profileName, 'currencies');
  return <CodeField label="Currency" codes={codes} width={width} {...field} />;
}
