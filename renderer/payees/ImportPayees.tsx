import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { FormDialog } from '../kit/messages/FormDialog.tsx';
import { withoutMisleading } from '../../contract/text/one-line.ts';
import { noteText } from '../../contract/text/files/note-text.ts';
import { counted } from '../../contract/text/numbers.ts';
import { columnsLeftOutText } from '../../contract/text/payees.ts';
import { importLimit, readFile, refuseLarger } from '../kit/read-file.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useImportPayees } from '../queries/payees.ts';

/** The most accounts that the message names as not verified or doubtful. */
const namedFaults = 3;

type ImportPayeesProps = {
  readonly profileName: string;
  readonly onClose: () => void;
};

/** Makes the payees of a vendor list known, and verified if a person says so. */
export function ImportPayees({ profileName, onClose }: ImportPayeesProps) {
  const id = useId();
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isVerified, setIsVerified] = useState(false);
  const [verifiedBy, setVerifiedBy] = useState('');
  /** The file that is read to be imported. */
  const reading = useRef<File>(null);
  const close = () => {
    reading.current = null;
    onClose();
  };
  const read = useImportPayees(
    ({ imported, verified, notVerified, doubtful, leftOut, columnsLeftOut, notes }) => {
      const more = imported - verified - namedFaults;
      const rest = leftOut === 0 ? '' : ` ${counted(leftOut, 'row')} without a name or account left out.`;
      const marked = verified === 0 ? '' : `, ${counted(verified, 'payee')} verified`;
      const faulty = notVerified
        .slice(0, namedFaults)
        .map(({ account, message }) => ` ${account} was not verified. ${message}`);
      const checked = doubtful
        .slice(0, namedFaults)
        .map(({ account, message }) => ` Check account ${account}. ${message}`);
      const others = doubtful.length - checked.length;
      if (others > 0) checked.push(` Check ${counted(others, 'more account')}.`);
      const said = notes.map((note) => ` ${noteText(note)}`);
      const isToCheck = leftOut > 0 || notVerified.length > 0 || doubtful.length > 0;
      // What a person has to look up in the list stays until they have.
      (isToCheck ? toast.warn : toast.show)(
        `${counted(imported, 'payee')} imported${marked}.${rest}${columnsLeftOutText(columnsLeftOut)}${said.join('')}${faulty.join('')}${checked.join('')}${notVerified.length > namedFaults && more > 0 ? ` ${counted(more, 'more payee was', 'more payees were')} not verified.` : ''}`,
      );
      close();
    },
  );
  const choose = (chosen: File | null) => {
    read.reset();
    setFile(null);
    try {
      if (chosen !== null) refuseLarger(chosen, importLimit);
      setFile(chosen);
    } catch (thrown) {
      toast.error(thrown);
    }
  };
  const begin = async (chosen: File) => {
    if (reading.current !== null) return;
    reading.current = chosen;
    try {
      const bytes = await readFile(chosen, importLimit);
      // Cancelled meanwhile.
      if (reading.current !== chosen) return;
      read.mutate({
        profileName,
        fileName: withoutMisleading(chosen.name),
        bytes,
        verifiedBy: isVerified ? verifiedBy.trim() : null,
      });
    } finally {
      if (reading.current === chosen) reading.current = null;
    }
  };
  return (
    <FormDialog onClose={read.isPending ? undefined : close} maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Import payees</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-start' }}>
        <Typography>
          A CSV or XLSX file with a line of titles, a column of names, and one of accounts or e-mail
          addresses. Its payees become known, so that a change of their details is noticed.
        </Typography>
        <Button variant="outlined" disabled={read.isPending} onClick={() => chooser.current?.click()}>
          {file === null ? 'Choose file' : withoutMisleading(file.name)}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          disabled={read.isPending}
          aria-label="File with payees"
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={({ target }) => {
            choose(target.files?.[0] ?? null);
            target.value = '';
          }}
        />
        <FormControlLabel
          control={<Checkbox checked={isVerified} onChange={(_event, checked) => setIsVerified(checked)} />}
          disabled={read.isPending}
          label="All accounts in this file were verified"
        />
        {isVerified ? (
          <TextField
            label="Verified by"
            value={verifiedBy}
            onChange={({ target }) => setVerifiedBy(target.value)}
            helperText="Recorded for each payee of the file"
            disabled={read.isPending}
            fullWidth
          />
        ) : null}
        <ErrorNotice error={read.error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={read.isPending}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={file === null || read.isPending || (isVerified && verifiedBy.trim() === '')}
          onClick={() => {
            if (file !== null) begin(file).catch(toast.error);
          }}
        >
          {read.isPending ? 'Importing …' : 'Import payees'}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
