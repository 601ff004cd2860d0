import { withoutMisleading } from '../../../contract/text/one-line.ts';
import Add from '@mui/icons-material/Add';
import ContentPaste from '@mui/icons-material/ContentPaste';
import UploadFile from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCurrentProfile } from '../../queries/profiles.ts';
import { useProgress } from '../../events.ts';
import { importLimit, readFile } from '../../kit/read-file.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Progress } from '../../kit/messages/Progress.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { OpeningQuestions } from './OpeningQuestions.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { TemplateList } from './TemplateList.tsx';
import { useOpening } from './useOpening.ts';

const DropArea = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: 260,
  padding: 32,
  textAlign: 'center',
  borderRadius: 8,
  border: `1.5px dashed ${(theme.vars ?? theme).palette.text.disabled}`,
  '&.isOver': {
    borderColor: (theme.vars ?? theme).palette.primary.main,
    backgroundColor: `color-mix(in srgb, ${(theme.vars ?? theme).palette.primary.main} 8%, transparent)`,
  },
}));

/** Begins a batch from a file, from the clipboard, or empty. */
export function NewBatchPage() {
  const { profile } = useCurrentProfile();
  const opening = useOpening(profile?.name ?? null);
  const progress = useProgress('sheet', opening.isReading);
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [fileFault, setFileFault] = useState<unknown>(null);
  const { open } = opening;

  const openFile = async (file: File | undefined) => {
    if (file === undefined) return;
    setFileFault(null);
    const name = withoutMisleading(file.name);
    try {
      open({ kind: 'file', fileName: name, bytes: await readFile(file, importLimit) }, name);
    } catch (thrown) {
      setFileFault(thrown);
    }
  };
  const openText = (text: string) => {
    if (text.trim() !== '') open({ kind: 'clipboard', text }, 'the clipboard');
  };

  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      // Over a question about other rows it would take its place.
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      const file = event.clipboardData?.files[0];
      if (file !== undefined) void openFile(file);
      else openText(event.clipboardData?.getData('text/plain') ?? '');
      event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });

  return (
    <Page
      title="New batch"
      about={profile === null ? undefined : `For ${profile.name}. Nothing is sent yet.`}
    >
      <ErrorNotice error={fileFault} />
      <ErrorNotice error={opening.fault} />
      <DropArea
        className={isOver ? 'isOver' : ''}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void openFile(event.dataTransfer.files[0]);
        }}
      >
        {opening.isReading ? (
          <Box sx={{ width: 'min(420px, 100%)' }}>
            <Typography sx={{ mb: 1 }}>Reading {opening.sourceName} …</Typography>
            <Progress done={progress?.done ?? 0} total={progress?.total ?? null} onCancel={opening.stop} />
          </Box>
        ) : (
          <>
            <UploadFile sx={{ fontSize: 36, color: 'text.secondary' }} />
            <Typography sx={{ fontSize: 16, fontWeight: 600 }}>Drop a file with payouts here</Typography>
            <Typography sx={{ color: 'text.secondary', maxWidth: 460 }}>
              CSV, XLSX or pain.001 (XML), up to 100,000 payouts. The first line of a table names the columns;
              if it does not, Bursar asks.
            </Typography>
            <Button variant="contained" sx={{ mt: 1 }} onClick={() => chooser.current?.click()}>
              Choose file
            </Button>
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label="File with payouts"
              accept=".csv,.tsv,.txt,.xlsx,.xml"
              onChange={(event) => {
                void openFile(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </>
        )}
      </DropArea>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2 }}>
        <OtherWay
          icon={<ContentPaste />}
          title="Paste from a spreadsheet"
          text="Copy the cells there, then press Ctrl+V (on a Mac ⌘V) anywhere on this screen."
          action="Paste cells"
          isDisabled={opening.isReading}
          onClick={() => setPasting(true)}
        />
        <OtherWay
          icon={<Add />}
          title="Row by row"
          text="Begin with an empty sheet and type the payouts into it."
          action="Start empty"
          isDisabled={opening.isReading}
          onClick={() => open({ kind: 'empty' }, 'an empty sheet')}
        />
      </Box>
      {profile !== null && (
        <TemplateList
          profileName={profile.name}
          isDisabled={opening.isReading}
          onBegin={(name) => open({ kind: 'template', name }, name)}
        />
      )}
      {isPasting && (
        <PasteDialog
          onCancel={() => setPasting(false)}
          onPaste={(text) => {
            setPasting(false);
            openText(text);
          }}
        />
      )}
      <OpeningQuestions opening={opening} />
    </Page>
  );
}

type WayProps = {
  readonly icon: React.ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
};

function OtherWay({ icon, title, text, action, isDisabled, onClick }: WayProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
      }}
    >
      <Box sx={{ color: 'text.secondary', display: 'flex' }}>{icon}</Box>
      <Box sx={{ flex: '1 1 130px' }}>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        <Typography sx={{ color: 'text.secondary', fontSize: 13 }}>{text}</Typography>
      </Box>
      <Button variant="outlined" disabled={isDisabled} onClick={onClick} sx={{ flex: 'none' }}>
        {action}
      </Button>
    </Box>
  );
}
