/** Notifies its listeners: there may be more to do, or a person does not want to wait. */
export type Signal = {
  notify(): void;
  /** Calls the listener at every notification, until the function it returns is called. */
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
