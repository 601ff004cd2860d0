import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { PublicKeyView } from '../kit/PublicKeyView.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { EnterName } from '../settings/you/GiveName.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import type { Added } from '../queries/profiles.ts';

/** The remaining steps after adding a profile: give the gateway the public key, and test. */
export function Connected({ added: { profile, publicKey } }: { readonly added: Added }) {
  if (profile.isPrepareOnly) return <Prepares />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      {publicKey === null ? null : (
        <Section
          title="1. Give the gateway this public key"
          about="Paste it in the merchant settings of the gateway, or send it to your contact there. It is not secret; the private key stays in the keychain. You find it again under Settings."
        >
          <PublicKeyView publicKey={publicKey} />
        </Section>
      )}
      <Section
        title={publicKey === null ? 'Test connection' : '2. Test connection'}
        about={`${publicKey === null ? '' : 'Do this once the gateway has the key. '}The test asks for a token and the balances; nothing is paid.`}
      >
        <ConnectionTest profileName={profile.name} isPrimary />
      </Section>
      <EnterName />
      <Box>
        <Button component={Link} to="/overview">
          Go to overview
        </Button>
      </Box>
    </Box>
  );
}

/** A prepare-only profile has no key to give to the gateway and no connection to test. */
function Prepares() {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Section title="How a batch is released" about="This computer has no key and releases nothing.">
        <Box component="ol" sx={{ margin: 0, paddingLeft: 2.5, fontSize: 13, lineHeight: 1.7 }}>
          <li>Prepare a batch here and save an approval request: one signed file with every row.</li>
          <li>Give the file to the approver, and to the computer that has the key of this merchant.</li>
          <li>There it is opened under Batches, Approvals, imported as a draft, and released.</li>
        </Box>
      </Section>
      <EnterName />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button component={Link} to="/batches/new" variant="contained">
          New batch
        </Button>
        <Button component={Link} to="/overview">
          Go to overview
        </Button>
      </Box>
    </Box>
  );
}
