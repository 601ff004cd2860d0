type Listeners<Value> = {
  readonly notify: (value: Value) => void;
  /** Calls the listener with each notification. Returns the function that removes it. */
  readonly listen: (listener: (value: Value) => void) => () => void;
};

/** The functions that are to be called when something happens. */
export function createListeners<Value = void>(): Listeners<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    notify: (value) => {
      for (const listener of listeners) listener(value);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
