import { Empty } from '../kit/messages/Empty.tsx';

/** Shown if no payment moved money in the period. */
export function NothingMoved() {
  return (
    <Empty
      title="Nothing moved"
      text="No payment was paid in this period. Choose a longer one, or release a batch: paid payments are summed up here."
    />
  );
}
