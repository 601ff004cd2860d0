/** What runs in the page before anything else, as in Electron's sandbox: the real preload, with a `require` that knows `electron` alone. */
export function preloadScript(preload: string): string {
  return `(() => {
  if (window !== window.top) return;
  const send = window.__send;
  const listeners = new Map();
  window.__tell = (channel, ...values) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...values);
  };
  const tell = window.__tell;
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) =>
        Object.defineProperty(window, name, { value: Object.freeze({ ...api }), enumerable: true }),
    },
    ipcRenderer: {
      invoke: (channel, message) => send(channel, message),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)),
    },
  };
  const require = (name) => {
    if (name !== 'electron') throw new Error('module not found: ' + name);
    return electron;
  };
  new Function('require', 'module', 'exports', ${JSON.stringify(preload)})(require, { exports: {} }, {});
  void tell;
})();`;
}
