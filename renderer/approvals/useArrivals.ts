import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { waitingFileText } from '../../contract/text/approvals.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useApprovalFolder } from '../queries/approvals.ts';
import { useSettings } from '../queries/settings.ts';

/** Shows a message, on every screen, when a request or an approval arrives in the shared folder. */
export function useArrivals(): void {
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasFolder = (useSettings().data?.approvalFolder ?? null) !== null;
  const folder = useApprovalFolder(hasFolder);
  const known = useRef<ReadonlySet<string> | null>(null);
  const place = useRef(pathname);
  place.current = pathname;
  const files = folder.data?.files;
  useEffect(() => {
    if (files === undefined) return;
    const readable = files.filter(({ kind }) => kind !== 'unreadable');
    const before = known.current;
    known.current = new Set(readable.map(({ name, changedAt }) => `${name} ${changedAt}`));
    // Files that waited before the window was opened are on the overview.
    const fresh =
      before === null ? [] : readable.filter(({ name, changedAt }) => !before.has(`${name} ${changedAt}`));
    const [first] = fresh;
    if (first === undefined || place.current === '/approvals') return;
    const others = fresh.length === 1 ? '' : ` And ${fresh.length - 1} more.`;
    toast.notify(`${waitingFileText(first)}${others}`, {
      label: 'Show',
      onClick: () => void navigate('/approvals'),
    });
  }, [files, navigate, toast]);
}
