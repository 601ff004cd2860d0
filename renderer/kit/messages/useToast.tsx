import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { appErrorOf } from '../../call-error.ts';
import { ErrorNotice } from './ErrorNotice.tsx';

type Toast = {
  /** Says something in passing. */
  say(text: string, action?: { readonly label: string; readonly onClick: () => void }): void;
  /** Shows an error until the person dismisses it. */
  error(thrown: unknown): void;
};

type Shown = { readonly key: string; readonly content: ReactNode };

/** Long enough to be read: a while, and a little more for each letter. */
const sayForMs = 5000;
const sayForMsPerLetter = 50;
const mostShown = 5;

const ToastContext = createContext<Toast | null>(null);

/** Short words over the page, for what has no place of its own. */
export function useToast(): Toast {
  const toast = use(ToastContext);
  if (toast === null) throw new Error('a toast needs its ToastProvider');
  return toast;
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const toast = useMemo<Toast>(() => {
    const remove = (key: string) => setShown((all) => all.filter((each) => each.key !== key));
    const add = (key: string, content: ReactNode) =>
      setShown((all) => [...all.filter((each) => each.key !== key), { key, content }].slice(-mostShown));
    return {
      say: (text, action) => {
        const key = crypto.randomUUID();
        const end = () => remove(key);
        add(
          key,
          <Alert
            severity="info"
            icon={false}
            onClose={end}
            action={
              action === undefined ? undefined : (
                <ToastAction label={action.label} onClick={() => (action.onClick(), end())} />
              )
            }
          >
            {text}
          </Alert>,
        );
        setTimeout(end, sayForMs + text.length * sayForMsPerLetter);
      },
      error: (thrown) => {
        const error = appErrorOf(thrown);
        // The same words twice are one notice.
        const key = `${error.code} ${error.message}`;
        add(key, <ErrorNotice error={error} onClose={() => remove(key)} />);
      },
    };
  }, []);
  return (
    <ToastContext value={toast}>
      {children}
      <Box
        role="region"
        aria-label="Messages"
        aria-live="polite"
        sx={{
          position: 'fixed',
          bottom: 16,
          right: 16,
          zIndex: 'snackbar',
          width: 'min(440px, calc(100vw - 32px))',
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          '& > *': { boxShadow: 6 },
          '@media print': { display: 'none' },
        }}
      >
        {shown.map(({ key, content }) => (
          <Box key={key}>{content}</Box>
        ))}
      </Box>
    </ToastContext>
  );
}

function ToastAction({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Box
      component="button"
      onClick={onClick}
      sx={{
        font: 'inherit',
        fontWeight: 600,
        color: 'primary.main',
        background: 'none',
        border: 0,
        cursor: 'pointer',
        padding: '4px 8px',
      }}
    >
      {label}
    </Box>
  );
}
