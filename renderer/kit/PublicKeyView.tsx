import Box from '@mui/material/Box';
import type { PublicKey } from '../../contract/profile.ts';
import { CopyButton } from './CopyButton.tsx';

/** A public key to give to the gateway, and the fingerprint to compare through another channel. */
export function PublicKeyView({ publicKey }: { readonly publicKey: PublicKey }) {
  const { pem, fingerprint, modulusBits } = publicKey;
  return (
    <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          padding: '6px 12px',
          borderBottom: '1px solid',
          borderColor: 'divider',
          fontSize: 13,
        }}
      >
        <Box sx={{ flex: 1 }}>Public key · RSA {modulusBits} bits</Box>
        <CopyButton value={pem} label="public key" />
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-label="Public key"
        sx={{
          typography: 'mono',
          fontSize: 12,
          margin: 0,
          padding: '8px 12px',
          maxHeight: 220,
          overflow: 'auto',
          outlineOffset: '-2px',
          backgroundColor: 'background.paper',
        }}
      >
        {pem}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1,
          padding: '6px 12px',
          borderTop: '1px solid',
          borderColor: 'divider',
          fontSize: 12,
        }}
      >
        <Box sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Fingerprint (SHA-256){' '}
          </Box>
          <Box component="span" sx={{ typography: 'mono' }}>
            {fingerprint}
          </Box>
        </Box>
        <CopyButton value={fingerprint} label="fingerprint" />
      </Box>
    </Box>
  );
}
