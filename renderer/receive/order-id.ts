/**
 * The fields with the order ID that is typed into their form, or else a new one, which the form then shows: sent once more because the answer
 * was lost, the form is the same payment, and not a second one.
 */
export function withOrderId<Fields extends { readonly idPayment: string }>(
  fields: Fields,
  show: (field: 'idPayment', value: string) => void,
): Fields {
  const idPayment = fields.idPayment.trim() || crypto.randomUUID().replaceAll('-', '');
  show('idPayment', idPayment);
  return { ...fields, idPayment };
}

/** Keeps the label of the field above the order ID: the field does not notice by itself that it was filled in. */
export function aboveOrderId(idPayment: string): { readonly inputLabel: { readonly shrink?: true } } {
  return { inputLabel: idPayment === '' ? {} : { shrink: true } };
}
