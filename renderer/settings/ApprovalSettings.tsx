import { useCurrentProfile } from '../queries/profiles.ts';
import { ApprovalPolicyForm } from '../approvals/ApprovalPolicyForm.tsx';
import { Approvers } from '../approvals/Approvers.tsx';
import Alert from '@mui/material/Alert';
import { watchedText } from '../../contract/text/approvals.ts';
import { Section } from '../kit/layout/Section.tsx';
import { useApprovalFolder } from '../queries/approvals.ts';
import { useChooseFile } from '../queries/host.ts';
import { useChangeSettings, useSettings } from '../queries/settings.ts';
import { PathSetting } from './PathSetting.tsx';

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

/** The folder that Bursar watches for signed files, so that nobody has to pass them on by hand. */
function SharedFolder() {
  const path = useSettings().data?.approvalFolder ?? null;
  const folder = useApprovalFolder();
  const change = useChangeSettings();
  const choose = useChooseFile((approvalFolder) => change({ approvalFolder }));
  const shown = folder.data?.path === path ? folder.data : undefined;
  return (
    <Section
      title="Shared folder"
      about="A folder that several computers can reach. Bursar saves the requests and approvals that you sign there, and tells you when others save theirs. Nothing is imported until you open it."
    >
      <PathSetting
        path={path}
        onChoose={() => choose.mutate({ purpose: 'folder' })}
        onChange={(approvalFolder) => change({ approvalFolder })}
        labels={{
          choose: 'Choose folder …',
          chooseOther: 'Choose another folder …',
          typed: 'Full path of the shared folder',
          none: 'Use no shared folder',
        }}
        example="/media/share/approvals"
      >
        {path === null || shown === undefined ? null : (
          <Alert severity={shown.problem === null ? 'success' : 'warning'} sx={{ width: '100%' }}>
            {shown.problem ?? watchedText(shown)}
          </Alert>
        )}
      </PathSetting>
    </Section>
  );
}
