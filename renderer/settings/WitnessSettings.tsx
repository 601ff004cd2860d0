import Alert from '@mui/material/Alert';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { witnessText } from '../../contract/text/activity/witness-text.ts';
import { Section } from '../kit/layout/Section.tsx';
import { useAuditStatus } from '../queries/activity.ts';
import { useChoosePlace } from '../queries/host.ts';
import { useChangeSettings, useSettings } from '../queries/settings.ts';
import { PathSetting } from './PathSetting.tsx';

const suggestedName = 'bursar-witness.jsonl';

/** The external file that receives a line for each checkpoint of the audit log, and whether it is up to date. */
export function WitnessSettings() {
  const path = useSettings().data?.witnessFile ?? null;
  const witness = useAuditStatus().data?.witness ?? null;
  const change = useChangeSettings();
  const choose = useChoosePlace((place) => change({ witnessFile: place }));
  return (
    <Section
      title="Witness file"
      about={
        <>
          A file on another disk or a share that receives a line for each checkpoint of the audit log. It
          reveals a history that was rewritten or truncated.{' '}
          <MuiLink component={Link} to="/activity" color="inherit" underline="always">
            Verify audit log
          </MuiLink>{' '}
          compares the log with it.
        </>
      }
    >
      <PathSetting
        path={path}
        onChoose={() => choose.mutate({ suggestedName, purpose: 'witness' })}
        onChange={(witnessFile) => change({ witnessFile })}
        labels={{
          choose: 'Choose file …',
          chooseOther: 'Choose another file …',
          typed: 'Full path of the witness file',
          none: 'Use no witness file',
        }}
        example={`/media/share/${suggestedName}`}
      >
        {path === null || witness === null || witness.path !== path ? null : (
          <Alert severity={witness.fault === null ? 'success' : 'warning'} sx={{ width: '100%' }}>
            {witness.fault === null ? 'Ends with the last checkpoint.' : witnessText(path, witness.fault)}
          </Alert>
        )}
      </PathSetting>
    </Section>
  );
}
