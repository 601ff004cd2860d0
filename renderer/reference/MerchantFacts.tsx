import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { MerchantAsOf } from '../../contract/reference.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { When } from '../kit/When.tsx';

/** The merchant as the gateway knows it, in one line, and the complete answer on demand. */
export function MerchantFacts({ merchant }: { readonly merchant: MerchantAsOf }) {
  const [isOpen, setIsOpen] = useState(false);
  const { asOf, merchantCode, merchantName, channelName, raw } = merchant;
  return (
    <Box component="section" aria-label="Merchant">
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'flex-end', gap: 2 }}>
        <Box
          component="dl"
          sx={{
            flex: '1 1 180px',
            margin: 0,
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 5,
            rowGap: 1,
            fontSize: 13,
          }}
        >
          <Fact title="Merchant">{merchantName}</Fact>
          <Fact title="Merchant code">{merchantCode}</Fact>
          <Fact title="Name on the payment page">{channelName}</Fact>
          <Fact title="As of">{asOf === null ? 'not loaded yet' : <When at={asOf} />}</Fact>
        </Box>
        {raw === null ? null : (
          <Button size="small" color="inherit" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide response' : 'Show response'}
          </Button>
        )}
      </Box>
      {isOpen && raw !== null ? (
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, marginTop: 1 }}>
          <Box
            component="pre"
            tabIndex={0}
            aria-label="Gateway response"
            role="region"
            sx={{
              typography: 'mono',
              flex: 1,
              margin: 0,
              maxHeight: 160,
              overflow: 'auto',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {raw}
          </Box>
          <CopyButton value={raw} label="answer" />
        </Box>
      ) : null}
    </Box>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  if (children === null) return null;
  return (
    <Box>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {title}
      </Box>
      <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}
