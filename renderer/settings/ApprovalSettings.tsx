import { useCurrentProfile } from '../queries/profiles.ts';
import { ApprovalPolicyForm } from '../approvals/ApprovalPolicyForm.tsx';
import { Approvers } from '../approvals/Approvers.tsx';
import { SharedFolder } from './SharedFolder.tsx';

/** Who may approve on this computer, and what needs approvals. */
export function ApprovalSettings() {
  const { profile } = useCurrentProfile();
  return (
    <>
      <Approvers />
      <SharedFolder />
      {profile === null ? null : <ApprovalPolicyForm key={profile.name} profileName={profile.name} />}
    </>
  );
}
