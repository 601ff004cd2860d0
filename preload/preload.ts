import { contextBridge, ipcRenderer } from 'electron';
import { bridgeName, callChannel, eventChannel, type Bridge } from '../contract/window/bridge.ts';
import type { AppEvent } from '../contract/events.ts';

/** All that the page has of the world outside it: calls by name, and events. */
const bridge: Bridge = {
  call: (name, input, callId) => ipcRenderer.invoke(callChannel, { name, input, callId: callId ?? null }),
  onEvent: (listener) => {
    const tell = (_event: unknown, event: AppEvent): void => listener(event);
    ipcRenderer.on(eventChannel, tell);
    return () => void ipcRenderer.off(eventChannel, tell);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
