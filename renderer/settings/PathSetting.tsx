import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useHost } from '../queries/host.ts';
import { PathForm } from '../kit/fields/PathForm.tsx';

type PathSettingProps = {
  /** The current value; null: none is set. */
  readonly path: string | null;
  /** Opens the native dialog, if there is one. */
  readonly onChoose: () => void;
  readonly onChange: (path: string | null) => void;
  /** The labels of the buttons and of the field. */
  readonly labels: {
    readonly choose: string;
    readonly chooseOther: string;
    readonly typed: string;
    readonly none: string;
  };
  readonly example: string;
  /** What is known about the path. */
  readonly children?: ReactNode;
};

/** A configured path on a disk or share: chosen in a system dialog, or typed if there is none. */
export function PathSetting({ path, onChoose, onChange, labels, example, children }: PathSettingProps) {
  const host = useHost().data;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}>
      {path === null ? null : (
        <Box sx={{ typography: 'mono', fontSize: 13, overflowWrap: 'anywhere' }}>{path}</Box>
      )}
      {children}
      {host?.hasDialogs === true ? (
        <Button variant="outlined" onClick={onChoose}>
          {path === null ? labels.choose : labels.chooseOther}
        </Button>
      ) : (
        <PathForm label={labels.typed} placeholder={example} button="Set" onPath={onChange} />
      )}
      {path === null ? null : (
        <Button size="small" color="inherit" onClick={() => onChange(null)}>
          {labels.none}
        </Button>
      )}
    </Box>
  );
}
