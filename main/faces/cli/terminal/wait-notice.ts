const noticeAfterMs = 120_000;

/** Returns how many payouts are left to send; null: not known yet. */
type WaitNotice = (left: number | null) => void;

/**
 * Says once, two minutes after everything was sent, that the command keeps the data folder while it waits for the gateway: until
 * it ends, `run-due` and the window cannot work.
 */
export function createWaitNotice(now: () => number, show: (words: string) => void): WaitNotice {
  let sentSince: number | null = null;
  let isShown = false;
  return (left) => {
    sentSince = left === 0 ? (sentSince ?? now()) : null;
    if (isShown || sentSince === null || now() - sentSince < noticeAfterMs) return;
    isShown = true;
    show(
      'Everything is sent, and the gateway has not finished all of it. Until this command ends, no other Bursar can use this data folder, `bursar run-due` and the app included. Ctrl-C ends it and loses nothing: `bursar resume` continues.',
    );
  };
}
