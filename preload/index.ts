import { contextBridge, ipcRenderer } from 'electron';
import { createClient } from '#shared/ipc/client';
import { contract } from '#shared/ipc/contract';

const client = createClient(contract, {
  invoke: (channel, input) => ipcRenderer.invoke(channel, input),
  listen: (channel, listener) => {
    const heard = (_event: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(channel, heard);
    return () => ipcRenderer.off(channel, heard);
  },
});

contextBridge.exposeInMainWorld('waypost', client);

// A MessagePort cannot cross the context bridge; a window message can carry it.
ipcRenderer.on('waypost:fleet-port', (event) => {
  window.postMessage('waypost:fleet-port', window.location.origin, event.ports);
});
