import { useCurrentProfile } from '../queries/profiles.ts';
import { ApprovalPolicyForm } from '../approvals/ApprovalPolicyForm.tsx';
import { Approvers } from '../approvals/Approvers.tsx';

/** Who may approve on this computer, and what needs approvals. */
export function ApprovalSettings() {
  const { profile } = useCurrentProfile();
  return (
    <>
      <Approvers />
      {profile === null ? null : <ApprovalPolicyForm key={profile.name} profileName={profile.name} />}
    </>
  );
}
