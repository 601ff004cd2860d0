import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { appErrorOf } from '../../call-error.ts';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { BriefMessage } from './BriefMessage.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';

type Toast = {
  /** Shows a brief message about what the person did; returns a function that ends it early. */
  show(text: string, action?: ToastAction): () => void;
  /** Shows a brief message about what happened by itself, beside one about what the person did. */
  notify(text: string, action: ToastAction): void;
  /** Shows a warning until the person dismisses it, or goes to another screen. */
  warn(text: string): void;
  /** The same with an error. */
  error(thrown: unknown): void;
  /** Ends messages from the previous screen; a message just shown is about the step that led here. */
  leaveScreen(): void;
};

type ToastAction = { readonly label: string; readonly onClick: () => void };

type Shown = {
  readonly key: string;
  /** What is `kept` stays until it is dismissed; the others end by themselves. */
  readonly kind: 'said' | 'happened' | 'kept';
  readonly at: number;
  /** It was shown on the previous screen. */
  readonly isLed: boolean;
  readonly text: string;
  readonly content: ReactNode;
};

/** Long enough to read: a base time, and a little more per letter. */
const shownForMs = 5000;
const shownForMsPerLetter = 50;
const mostKept = 3;
/** A message shown this shortly before a screen opens belongs to that screen, and to none after it. */
const justShownMs = 1000;

const ToastContext = createContext<Toast | null>(null);
const ShownContext = createContext<readonly Shown[]>([]);

/** Short messages over the page, for anything without its own place. */
export function useToast(): Toast {
  const toast = use(ToastContext);
  if (toast === null) throw new Error('a toast needs its ToastProvider');
  return toast;
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const toast = useMemo<Toast>(() => {
    const remove = (key: string) => setShown((all) => all.filter((each) => each.key !== key));
    // A brief message replaces the previous one of its kind: a line over the top bar, never over a list or its footer.
    const add = (key: string, kind: Shown['kind'], text: string, content: ReactNode) =>
      setShown((all) => {
        const others = all.filter((each) => each.key !== key);
        const kept = others.filter((each) => each.kind === 'kept').slice(1 - mostKept);
        const brief = others.filter((each) => each.kind !== 'kept' && each.kind !== kind);
        return [...brief, ...kept, { key, kind, at: Date.now(), isLed: false, text, content }];
      });
    const addBrief = (kind: 'said' | 'happened', text: string, action?: ToastAction) => {
      const key = crypto.randomUUID();
      const end = () => remove(key);
      add(
        key,
        kind,
        text,
        <BriefMessage lastsMs={shownForMs + text.length * shownForMsPerLetter} onEnd={end}>
          <Alert
            role="status"
            severity="info"
            icon={false}
            onClose={end}
            action={
              action === undefined ? undefined : (
                <ActionButton label={action.label} onClick={() => (action.onClick(), end())} />
              )
            }
          >
            {text}
          </Alert>
        </BriefMessage>,
      );
      return end;
    };
    return {
      show: (text, action) => addBrief('said', text, action),
      notify: (text, action) => void addBrief('happened', text, action),
      warn: (text) => {
        add(
          text,
          'kept',
          text,
          <Alert severity="warning" onClose={() => remove(text)}>
            {text}
          </Alert>,
        );
      },
      error: (thrown) => {
        const error = appErrorOf(thrown);
        // Identical messages are one notice.
        const key = `${error.code} ${error.message}`;
        add(key, 'kept', error.message, <ErrorNotice error={error} onClose={() => remove(key)} />);
      },
      leaveScreen: () =>
        setShown((all) => {
          const kept = all.filter(({ at, isLed }) => !isLed && Date.now() - at < justShownMs);
          return all.length === 0 ? all : kept.map((each) => ({ ...each, isLed: true }));
        }),
    };
  }, []);
  return (
    <ToastContext value={toast}>
      <ShownContext value={shown}>{children}</ShownContext>
      <Box
        role="region"
        aria-label="Messages"
        sx={{
          position: 'fixed',
          // Over the top bar, between the profile and the palette.
          top: 22,
          left: '50%',
          transform: 'translateX(-50%)',
          zIndex: 'snackbar',
          width: 'min(460px, calc(100vw - 32px))',
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          '@media print': { display: 'none' },
        }}
      >
        {/* Outside the region below, since each is an alert, which is read out by itself: within it, some would be read out twice. */}
        {shown.filter(({ kind }) => kind === 'kept').map(messageBox)}
        <Box aria-live="polite" sx={{ display: 'contents' }}>
          {shown.filter(({ kind }) => kind !== 'kept').map(messageBox)}
        </Box>
      </Box>
    </ToastContext>
  );
}

function messageBox({ key, content }: Shown) {
  return (
    <Box key={key} sx={{ boxShadow: 6 }}>
      {content}
    </Box>
  );
}

/** Within a dialog, the messages that come while it is open: to a screen reader, those over the page are behind it. */
export function HeardMessages() {
  const [openedAt] = useState(() => Date.now());
  const shown = use(ShownContext).filter(({ at }) => at >= openedAt);
  return (
    <Box aria-live="polite" sx={visuallyHidden}>
      {shown.map(({ key, at, text }) => (
        <div key={`${key} ${at}`}>{text}</div>
      ))}
    </Box>
  );
}

function ActionButton({ label, onClick }: ToastAction) {
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
