import { contextBridge, ipcRenderer } from 'electron';
import { createClient } from '#shared/ipc/client';
import { contract } from '#shared/ipc/contract';
import { portMessage, portNames } from '#shared/ipc/ports';

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
for (const message of portNames.map(portMessage)) {
  ipcRenderer.on(message, (event) => {
    window.postMessage(message, window.location.origin, event.ports);
  });
}
