/** Notifies its listeners that there may be work. */
export type Signal = {
  notify(): void;
  /** Calls the listener on each notification. Returns the function that removes it. */
  listen(listener: () => void): () => void;
};

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
