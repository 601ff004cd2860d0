/** Wakes whoever listens: there may be more to do, or a person does not want to wait. */
export type Bell = {
  ring(): void;
  /** Calls the listener at every ring, until what comes back is called. */
  listen(listener: () => void): () => void;
};

export function createBell(): Bell {
  const listeners = new Set<() => void>();
  return {
    ring: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
