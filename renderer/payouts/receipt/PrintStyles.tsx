import GlobalStyles from '@mui/material/GlobalStyles';

/** Prints only the receipt, at the top of an A4 page. */
export function PrintStyles() {
  return (
    <GlobalStyles
      styles={{
        '@page': { size: 'A4', margin: '16mm' },
        '@media print': {
          'html, body, #root': { background: '#fff', height: 'auto', overflow: 'visible' },
          'body *': { visibility: 'hidden' },
          '[data-receipt], [data-receipt] *': { visibility: 'visible' },
          '[data-receipt]': {
            position: 'fixed',
            inset: '0 auto auto 0',
            width: '100%',
            border: 0,
            boxShadow: 'none',
            padding: 0,
          },
        },
      }}
    />
  );
}
