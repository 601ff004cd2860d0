const noticeAfterMs = 120_000;

/** Returns how many payouts are left to send; null: not known yet. */
type WaitNotice = (left: number | null) => void;

/**
 * Says once, two minutes after no payout was left to send, that the command keeps the data folder while it waits for the gateway: until
 * it ends, `run-due` and the window cannot work. Some may be unknown, so it does not say that all of them were sent.
 */
export function createWaitNotice(now: () => number, show: (words: string) => void): WaitNotice {
  let sentSince: number | null = null;
  let isShown = false;
  return (left) => {
    sentSince = left === 0 ? (sentSince ?? now()) : null;
    if (isShown || sentSince === null || now() - sentSince < noticeAfterMs) return;
    isShown = true;
    show(
      'Not every payout is finished. Until this command ends, no other Bursar can use this data folder, `bursar run-due` and the app included. Ctrl-C ends it and loses nothing: `bursar resume` continues.',
    );
  };
}
